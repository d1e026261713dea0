import { AfterwitError } from '../../model/errors.ts';
import { renderCompletion, shells } from '../command-line/render-completion.ts';
import type { Answer, Session } from '../session.ts';

export async function runCompletion({ arguments: [name] }: Session): Promise<Answer> {
  const shell = shells.find((known) => known === name);
  if (shell === undefined) {
    throw new AfterwitError('INVALID_ARGUMENT', `Name a shell: ${shells.join(', ')}.`);
  }
  const program = renderCompletion(shell);
  return { value: { shell, program }, lines: () => [], verbatim: program };
}
