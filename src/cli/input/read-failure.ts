import { AfterwitError } from '../../model/errors.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { Session } from '../session.ts';
import { openInput } from './open-input.ts';
import { readEnds } from './read-ends.ts';

/** The beginning of a long output may show what was run, and its end what went wrong. */
const kept = { headBytes: 2_000_000, tailBytes: 6_000_000 };

/**
 * The failure given by `--command`, `--exit-code` and `--failure`; undefined without them.
 * @throws INVALID_ARGUMENT
 */
export async function readFailure(session: Session): Promise<FailureReport | undefined> {
  const { command, exitCode, failure, stack } = session.options;
  if (stack === undefined && command === undefined && failure === undefined) {
    if (exitCode === undefined) return undefined;
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--exit-code alone does not describe a failure. Add --command, --failure or both.',
    );
  }
  return {
    output: failure === undefined ? '' : await readLog(failure, session),
    stack: stack === undefined ? undefined : await readLog(stack, session),
    command,
    exitCode,
  };
}

/** The beginning and end of a program's output, of any length. `-` stands for standard input. */
export function readLog(path: string, session: Pick<Session, 'stdin' | 'signal'>): Promise<string> {
  return readEnds(openInput(path, session), kept);
}
