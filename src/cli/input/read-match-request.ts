import type { RecallRequest } from '../../api/inputs.ts';
import { recall } from '../../api/operations/recall.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Session } from '../session.ts';
import { inputOf } from './input-of.ts';
import { checkStandardInput } from './open-input.ts';
import { readLog } from './read-log.ts';

/** Few enough fixes to compare side by side. */
const defaultTopK = 3;

/** The log is named without a flag. */
const matching = { ...recall, terminal: undefined };

/**
 * The failure to match: a log from FILE or standard input, with the options that describe it.
 * @throws INVALID_ARGUMENT when it describes no failure
 */
export async function readMatchRequest(session: Session): Promise<RecallRequest> {
  const [path] = session.arguments;
  const { failure, files, topK = defaultTopK } = await inputOf(matching, session);
  const log = path ?? (session.options.stack === '-' || isTerminal(session) ? undefined : '-');
  checkStandardInput([log, session.options.stack]);
  const output = log === undefined ? '' : await readLog(log, session);
  if (output.trim() === '' && (failure?.stack ?? '').trim() === '' && failure?.command === undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'There is no failure to match: the log is empty. Pipe in what the command printed, as in: npm test 2>&1 | afterwit match --command "npm test".',
    );
  }
  const [happenedIn] = files ?? [];
  return { failure: { ...failure, output, file: happenedIn }, files, topK };
}

/** On a terminal without a log, the command would wait for keyboard input. */
function isTerminal({ stdin }: Session): boolean {
  return stdin.isTTY === true;
}
