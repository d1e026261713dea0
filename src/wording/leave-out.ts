/** A fix that only leaves out a surplus: `cd parts`, the beginning of a path (`parts/`), words (`python -m`). */
export function leaveOut(surplus: string): string {
  return `Leave out \`${surplus}\`.`;
}

/** Returns the text that a fix says to leave out; undefined of any other fix. */
export function surplusIn(fix: string): string | undefined {
  return /^Leave out `([^`]+)`\.$/.exec(fix)?.[1];
}

/** Whether a fix can be followed in a command line: the text to leave out stands there. True of any other fix. */
export function mayBeFollowed(fix: string, command: string): boolean {
  const surplus = surplusIn(fix);
  if (surplus === undefined) return true;
  const words = command
    .replaceAll(/["'();]|&&/g, ' $& ')
    .split(/\s+/)
    .filter(Boolean);
  if (surplus.endsWith('/')) return words.some((word) => word.startsWith(surplus));
  return ` ${words.join(' ')} `.includes(` ${surplus} `);
}

const otherLine = /^(?:Leave out `[^`]+`\.|Call `[^`]+`(?:, not `[^`]+`\.| instead\.))$/;

/** Whether both fixes are other command lines that started: each is a way out, so they do not contradict each other. */
export function areWaysOut(one: string | undefined, other: string | undefined): boolean {
  return [one, other].every((seen) => seen !== undefined && otherLine.test(seen));
}
