import type { RecallRequest } from '../../api/inputs.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Session } from '../session.ts';
import { checkStandardInput } from './open-input.ts';
import { readLog } from './read-failure.ts';

/** Few enough fixes to compare side by side. */
const defaultTopK = 3;

/**
 * The failure to match: a log from FILE or standard input, with the options that describe it.
 * @throws INVALID_ARGUMENT when it describes no failure
 */
export async function readMatchRequest(session: Session): Promise<RecallRequest> {
  const {
    arguments: [path],
    options: { command, exitCode, file: files, stack, topK = defaultTopK },
  } = session;
  const log = path ?? (stack === '-' || isTerminal(session) ? undefined : '-');
  checkStandardInput([log, stack]);
  const output = log === undefined ? '' : await readLog(log, session);
  const stackText = stack === undefined ? undefined : await readLog(stack, session);
  if (output.trim() === '' && (stackText ?? '').trim() === '' && command === undefined) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'There is no failure to match: the log is empty. Pipe in what the command printed, as in: npm test 2>&1 | afterwit match --command "npm test".',
    );
  }
  const [happenedIn] = files ?? [];
  return {
    failure: {
      output,
      command,
      exitCode,
      file: happenedIn,
      stack: stackText,
    },
    files,
    topK,
  };
}

/** On a terminal without a log, the command would wait for keyboard input. */
function isTerminal({ stdin }: Session): boolean {
  return stdin.isTTY === true;
}
