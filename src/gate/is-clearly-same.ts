import type { FailureMatch } from '../model/evidence.ts';
import type { FailureLikeness } from '../model/failure.ts';

interface Shown {
  readonly strength: FailureLikeness;
}

/** Why such a one is shown, in words. */
export const whyClearlySame = 'an admitted memory resolved this very failure';

/**
 * Whether what is shown rests on no estimate: each resolved this very failure, and no other fix is known for it. Of those measured
 * on real failures none was unlike (docs/research/gate.md).
 */
export function isClearlySame(match: FailureMatch | undefined, shown: readonly Shown[]): boolean {
  const isContested = match !== undefined && match.status !== 'match';
  return !isContested && shown.length > 0 && shown.every(({ strength }) => strength === 'same');
}
