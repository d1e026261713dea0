import type { CountedShare } from '../../model/answers/gate-report.ts';
import { formatCount, formatShare } from '../../wording/format-number.ts';

/** `3 of 40 = 8% (3–20%)`: counts, share and 95 % interval. */
export function describeShare({ count, of, low, high }: CountedShare): string {
  if (of === 0) return '0 of 0';
  const range = `${formatShare(low)}–${formatShare(high)}`;
  return `${formatCount(count)} of ${formatCount(of)} = ${formatShare(count / of)} (${range})`;
}
