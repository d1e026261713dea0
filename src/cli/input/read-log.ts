import type { Session } from '../session.ts';
import { openInput } from './open-input.ts';
import { readEnds } from './read-ends.ts';

/** The beginning of a long output may show what was run, and its end what went wrong. */
const kept = { headBytes: 2_000_000, tailBytes: 6_000_000 };

/** The beginning and end of a program's output, of any length. `-` stands for standard input. */
export function readLog(path: string, session: Pick<Session, 'stdin' | 'signal'>): Promise<string> {
  return readEnds(openInput(path, session), kept);
}
