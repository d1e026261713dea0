/** A name for a commit: a base, and steps from it to an ancestor. */
export interface Revision {
  /** `HEAD`, a ref or a hexadecimal id; holds nothing that git or a shell would take for more than a name. */
  readonly base: string;
  /** `~2^1`, or empty. */
  readonly steps: string;
}

const shape = /^([^~^]+)((?:[~^]\d{0,9})*)$/;
/** What git forbids in a ref name, and `-` in front, which would make it an option. */
const forbidden = /^-|^\/|^\.|\/\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|[/.]$|[\s*?:[\\]/;
const longestName = 1_024;

/** Undefined for anything but a plain name with steps: ranges, options, searches (`:/text`) and reflogs are no commits. */
export function parseRevision(text: string): Revision | undefined {
  if (text.length > longestName || !text.isWellFormed() || hasControlCharacter(text)) return undefined;
  const [, base, steps = ''] = shape.exec(text) ?? [];
  if (base === undefined || forbidden.test(base)) return undefined;
  return { base: base === '@' ? 'HEAD' : base, steps };
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
