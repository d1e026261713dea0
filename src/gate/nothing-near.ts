import type { GateState } from './policy.ts';

/** Why there is nothing to weigh, in words; undefined where there is something. */
export function nothingNear({
  nearCount,
  candidates,
}: Pick<GateState, 'nearCount' | 'candidates'>): string | undefined {
  if (nearCount === 0) return 'no memory bears on it';
  return candidates.length === 0 ? 'no memory that bears on it was admitted' : undefined;
}
