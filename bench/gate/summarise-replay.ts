import { isSuccess } from './oracle-policies.ts';
import type { ReplayStep } from './replay-policy.ts';

export interface ReplaySummary {
  readonly count: number;
  readonly success: number;
  readonly falsePositives: number;
  readonly silent: number;
  readonly verified: number;
  readonly correctAbstentions: number;
  readonly missed: number;
  readonly reward: number;
  readonly tokens: number;
}

/** Counts of a replay; the reward is the sum. */
export function summariseReplay(steps: readonly ReplayStep[]): ReplaySummary {
  const count = (holds: (step: ReplayStep) => boolean) => steps.filter(holds).length;
  const ofKind = (wanted: ReplayStep['kind']) => count(({ kind }) => kind === wanted);
  return {
    count: steps.length,
    success: count(isSuccess),
    falsePositives: ofKind('false_positive'),
    silent: count(({ action }) => action === 'no_memory' || action === 'abstain'),
    verified: ofKind('verified'),
    correctAbstentions: ofKind('correct_abstain'),
    missed: ofKind('missed'),
    reward: steps.reduce((sum, { reward }) => sum + reward, 0),
    tokens: steps.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
