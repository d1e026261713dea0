/** A fix that says only what a command line has too much: `cd parts`, the beginning of a path (`parts/`), or words in a row (`python -m`). */
export function leaveOut(surplus: string): string {
  return `Leave out \`${surplus}\`.`;
}

/** Whether a fix can be followed in a command line: what it says to leave out stands there. True of any other fix. */
export function mayBeFollowed(fix: string, command: string): boolean {
  const [, surplus] = /^Leave out `([^`]+)`\.$/.exec(fix) ?? [];
  if (surplus === undefined) return true;
  const words = command
    .replaceAll(/["'();]|&&/g, ' $& ')
    .split(/\s+/)
    .filter(Boolean);
  if (surplus.endsWith('/')) return words.some((word) => word.startsWith(surplus));
  return ` ${words.join(' ')} `.includes(` ${surplus} `);
}
