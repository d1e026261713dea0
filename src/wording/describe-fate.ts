import type { OutcomeCounts } from '../model/decision.ts';

/** Outcomes of a fix in words: `helped 3 times, failed once`; undefined without outcomes. */
export function describeFate(outcomes: OutcomeCounts): string | undefined {
  return tell(outcomes, '');
}

/** Outcomes of a fix in words, including how often a check passed. */
export function describeFateInFull(outcomes: OutcomeCounts): string {
  return tell(outcomes, checksOf(outcomes)) ?? 'whether it helped is not known yet';
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function tell(outcomes: OutcomeCounts, checks: string): string | undefined {
  const { rejected = 0, false_positive: wrong = 0 } = outcomes;
  const helped = helpedCount(outcomes);
  const failed = rejected + wrong;
  if (helped + failed === 0) return undefined;
  return [
    helped > 0 ? `helped ${times(helped)}${checks}` : 'has not helped yet',
    ...(failed > 0 ? [`failed ${times(failed)}`] : []),
  ].join(', ');
}

function checksOf(outcomes: OutcomeCounts): string {
  const { verified = 0 } = outcomes;
  if (verified === 0) return '';
  return verified === helpedCount(outcomes)
    ? ' with a passing check'
    : ` (${times(verified)} with a passing check)`;
}

function helpedCount({ verified = 0, accepted = 0 }: OutcomeCounts): number {
  return verified + accepted;
}
