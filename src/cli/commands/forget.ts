import type { ForgetSelection } from '../../api/inputs.ts';
import { AfterwitError } from '../../model/errors.ts';
import { renderForgotten } from '../rendering/render-forgotten.ts';
import type { Answer, Session } from '../session.ts';

export async function runForget(session: Session): Promise<Answer> {
  const selection = readSelection(session);
  const opened = await session.home();
  const forgotten = await opened.forget(selection);
  return { value: forgotten, lines: (page) => renderForgotten(forgotten, page) };
}

function readSelection({ arguments: ids, options: { origin, text, dryRun } }: Session): ForgetSelection {
  const preview = dryRun ? { preview: true } : {};
  const selections: readonly ForgetSelection[] = [
    ...(ids.length === 0 ? [] : [{ ids, ...preview }]),
    ...(origin === undefined ? [] : [{ origin, ...preview }]),
    ...(text === undefined ? [] : [{ text, ...preview }]),
  ];
  const [selection, another] = selections;
  if (selection !== undefined && another === undefined) return selection;
  const fault =
    selection === undefined ? 'No memory to forget is named.' : 'More than one selection is given.';
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `${fault} Name memories by their ids, by --origin, or by --text; one of the three.`,
  );
}
