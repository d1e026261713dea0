import { namesFile, type PastFix } from './past-fix.ts';

const shortLines = 15;
const longLines = 45;
const mostTests = 3;

/**
 * Maximum number of test lines that a fix's question quotes: none for a third of the fixes, few for a third, many for
 * the rest.
 */
export function quotedLines({ id, tests }: PastFix): number {
  if (tests.length === 0) return 0;
  return [0, shortLines, longLines][Number.parseInt(id.slice(0, 8), 16) % 3] ?? 0;
}

/** Tests whose added lines may be quoted. */
export function quotedTests({ tests }: PastFix): readonly string[] {
  return tests.slice(0, mostTests);
}

/**
 * A fix written like an issue: its message, and added test lines as a pseudo-reproduction.
 *
 * @param testPatch patch of {@link quotedTests}; lines that name a changed file are left out
 */
export function poseQuestion(fix: PastFix, testPatch: string): string {
  const count = quotedLines(fix);
  if (count === 0) return fix.message;
  const lines = testPatch
    .split('\n')
    .filter((line) => /^\+(?!\+\+).*\S/.test(line))
    .map((line) => line.slice(1))
    .filter((line) => !fix.sources.some((path) => namesFile(line, path)));
  return `${fix.message}\n\n\`\`\`\n${lines.slice(0, count).join('\n')}\n\`\`\`\n`;
}
