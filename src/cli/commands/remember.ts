import { AfterwitError } from '../../model/errors.ts';
import type { RememberRequest } from '../../open/memory-requests.ts';
import type { OptionValues } from '../command-line/option-values.ts';
import { checkStandardInput } from '../input/open-input.ts';
import { readFailure } from '../input/read-failure.ts';
import { readText } from '../input/read-text.ts';
import { renderRemembered } from '../rendering/render-remembered.ts';
import type { Answer, Session } from '../session.ts';

const textNeeded = {
  example: 'afterwit remember "Run npm run build before npm test"',
  wanted: 'Say what to know next time',
  whenTooLong: 'A memory says what to know next time. Say that in words, and pass a log with --failure FILE.',
};

export async function runRemember(session: Session): Promise<Answer> {
  const {
    arguments: [text],
    options,
  } = session;
  checkStandardInput([text, options.failure]);
  const content = await readText(session, textNeeded);
  const failure = await readFailure(session);
  const strategy = strategyOf(options);
  const memory = await session.memory();
  const remembered = await memory.remember({
    content,
    title: options.title,
    type: options.type,
    scope: options.scope,
    tags: options.tag,
    files: options.file,
    failure,
    strategy,
  });
  return { value: remembered, lines: (page) => renderRemembered(remembered, page) };
}

function strategyOf({ prefer, avoid }: OptionValues): RememberRequest['strategy'] {
  if (prefer !== undefined && avoid !== undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--prefer and --avoid are two preferences. Remember each with its own reason.',
    );
  }
  if (prefer !== undefined) return { stance: 'prefer', words: prefer };
  return avoid === undefined ? undefined : { stance: 'avoid', words: avoid };
}
