/** Standard input of a hook, of which only the beginning and the end were kept when it was long. */
export interface HookInput {
  readonly head: Buffer;
  /** Absent when `head` is all of it. */
  readonly tail?: Buffer;
}

/** How far from the cut a blank is looked for. */
const seamBytes = 65_536;
const blank = 0x20;

/**
 * Parses the JSON on standard input. What was cut out of its middle lies, with next to no exception, within one long string:
 * the output of the command. That string becomes shorter. Both cuts are moved to a blank, which neither an escape nor a
 * character of several bytes can contain.
 * @throws SyntaxError when it is no JSON, or was cut elsewhere
 */
export function parseHookInput({ head, tail }: HookInput): unknown {
  if (tail === undefined) return JSON.parse(head.toString('utf8'));
  const end = head.lastIndexOf(blank);
  const start = tail.subarray(0, seamBytes).indexOf(blank);
  if (end < head.length - seamBytes || start < 0) throw new SyntaxError('a long input without a blank');
  return JSON.parse(`${head.toString('utf8', 0, end)} … ${tail.toString('utf8', start + 1)}`);
}
