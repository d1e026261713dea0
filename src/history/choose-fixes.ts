import { type PastCommit, type PastFix, readPastFix } from './past-fix.ts';

const fixWords =
  /\b(?:fix\w*|bug\w*|issue\w*|error\w*|crash\w*|regress\w*|wrong\w*|incorrect\w*|handle\w*|rais\w+|exception\w*|fail\w*|broken|support\w*|allow\w*|missing|prevent\w*|avoid\w*|ensure\w*|add\w*|improve\w*)\b/i;
const longMessage = 120;

/**
 * The most useful of the latest fixes for learning, latest first.
 *
 * @param commits the latest first; read no further than needed
 * @param choice number of fixes from which each one is chosen
 */
export function chooseFixes(
  commits: Iterable<PastCommit>,
  count: number,
  choice: number,
): readonly PastFix[] {
  const latest: PastFix[] = [];
  for (const commit of commits) {
    if (latest.length >= count * choice) break;
    const fix = readPastFix(commit);
    if (fix !== undefined) latest.push(fix);
  }
  return [...latest.keys()]
    .sort((a, b) => worthOf(latest[b] as PastFix) - worthOf(latest[a] as PastFix) || a - b)
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((position) => latest[position] as PastFix);
}

/** How much the fix resembles an issue: it is about a fault, has a test and a longer message. */
function worthOf({ message, tests }: PastFix): number {
  return (
    (fixWords.test(message) ? 1 : 0) + (tests.length > 0 ? 1 : 0) + (message.length > longMessage ? 0.5 : 0)
  );
}
