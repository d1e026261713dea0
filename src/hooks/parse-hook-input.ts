/** Standard input of a hook; only the beginning and the end of a long input are kept. */
export interface HookInput {
  readonly head: Buffer;
  /** Absent when `head` is all of it. */
  readonly tail?: Buffer;
}

/** How far from the cut a blank is searched. */
const seamBytes = 65_536;
const blank = 0x20;

/**
 * Parses the JSON on standard input. The part cut from its middle is nearly always inside one long string, the
 * command's output, which becomes shorter. Both cuts are moved to a blank, because a blank is never part of an escape
 * or of a multi-byte character.
 * @throws SyntaxError when it is not JSON, or the cut was outside of a string
 */
export function parseHookInput({ head, tail }: HookInput): unknown {
  if (tail === undefined) return JSON.parse(head.toString('utf8'));
  const end = head.lastIndexOf(blank);
  const start = tail.subarray(0, seamBytes).indexOf(blank);
  if (end < head.length - seamBytes || start < 0) throw new SyntaxError('a long input without a blank');
  return JSON.parse(`${head.toString('utf8', 0, end)} … ${tail.toString('utf8', start + 1)}`);
}
