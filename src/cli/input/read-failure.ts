import { AfterwitError } from '../../model/errors.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { Session } from '../session.ts';
import { openInput } from './open-input.ts';
import { readEnds } from './read-ends.ts';

/** Of a long output the beginning may say what was run, and the end what went wrong. */
const kept = { headBytes: 2_000_000, tailBytes: 6_000_000 };

/**
 * The failure that `--command`, `--exit-code` and `--failure` tell of; undefined when they tell of none.
 * @throws INVALID_ARGUMENT
 */
export async function readFailure(session: Session): Promise<FailureReport | undefined> {
  const { command, exitCode, failure, stack } = session.options;
  if (stack === undefined && command === undefined && failure === undefined) {
    if (exitCode === undefined) return undefined;
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      '--exit-code alone tells of no failure. Add --command, --failure or both.',
    );
  }
  return {
    output: failure === undefined ? '' : await readLog(failure, session),
    stack: stack === undefined ? undefined : await readLog(stack, session),
    command,
    exitCode,
  };
}

/** What a program printed, of any length: its beginning and its end. `-` stands for standard input. */
export function readLog(path: string, session: Pick<Session, 'stdin' | 'signal'>): Promise<string> {
  return readEnds(openInput(path, session), kept);
}
