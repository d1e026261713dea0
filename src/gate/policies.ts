import type { PolicyVerdict } from '../model/decision.ts';
import { leaf, type ScoreTree } from '../model/evidence.ts';
import type { GateAction } from '../model/gate.ts';
import { guardedRscbMc } from './guarded-rscb-mc.ts';
import type { GateSettings } from './options.ts';
import { nothingNear, whyClearlySame } from './overrides.ts';
import { type GateState, learnsNothing, type Policy, type PolicyCandidate } from './policy.ts';
import { shippedPriors } from './priors.ts';
import { rscbMc } from './rscb-mc.ts';

/** Whether the policy weighs where in the code a failure is mended: for the others it need not be looked for. */
export function weighsPlaces({ policy }: Pick<GateSettings, 'policy'>): boolean {
  return policy === 'guarded_rscb_mc';
}

/** The policy that a user chose. */
export function choosePolicy({ policy, reward, falsePositiveShare }: GateSettings): Policy {
  switch (policy) {
    case 'plain_rule':
      return plainRule;
    case 'never_inject':
      return neverInject;
    case 'full_rscb_mc':
      return rscbMc({ reward, priors: shippedPriors.scores });
    case 'guarded_rscb_mc':
      return guardedRscbMc({ reward, alpha: falsePositiveShare });
  }
}

/**
 * A rule that needs no experience: show the one memory that resolved this very failure, if it was admitted
 * and fits the budget; otherwise stay silent. Memories that are only similar, and the choice between two
 * fixes, are left to a recall that was asked for.
 */
export const plainRule: Policy = {
  name: 'plain_rule',
  version: 2,
  ...learnsNothing,
  decide(state) {
    const best = bestOf(state);
    const silence: GateAction = state.nearCount === 0 ? 'no_memory' : 'abstain';
    const injection = { action: 'top1_resolution', score: injectionScore(best, state) } as const;
    const abstention = { action: silence, score: leaf(0.5, 'showing a memory must be worth more than this') };
    const actionScores =
      best === undefined ? [abstention, injection] : ([injection, abstention] as const satisfies object);
    return verdict(best === undefined ? silence : 'top1_resolution', describe(best, state), actionScores);
  },
};

function verdict(
  action: GateAction,
  reason: string,
  actionScores: PolicyVerdict['actionScores'],
): PolicyVerdict {
  return {
    policy: plainRule.name,
    policyVersion: plainRule.version,
    action,
    propensity: 1,
    reason,
    actionScores,
  };
}

function bestOf(state: GateState): PolicyCandidate | undefined {
  if (!isClear(state)) return undefined;
  return state.candidates.find((candidate) => isStrong(candidate) && fits(candidate, state));
}

/** A margin below the setting is never an injection of one. */
function isClear({ match }: GateState): boolean {
  return match === undefined || match.status === 'match';
}

function isStrong({ strength }: PolicyCandidate): boolean {
  return strength === 'same';
}

function fits({ tokenCost }: PolicyCandidate, { budgetTokens }: GateState): boolean {
  return tokenCost <= budgetTokens;
}

function describe(best: PolicyCandidate | undefined, state: GateState): string {
  if (best !== undefined) return whyClearlySame;
  const nothing = nothingNear(state);
  if (nothing !== undefined) return nothing;
  if (state.candidates.some(isStrong) && !isClear(state))
    return 'two memories of this very failure say to do different things';
  if (state.candidates.some(isStrong)) return 'the memory that resolved it does not fit the budget';
  return 'no admitted memory resolved this very failure';
}

/** 1 when a memory of this very failure fits, else 0, in parts, so that a receipt shows the missing one. */
function injectionScore(best: PolicyCandidate | undefined, state: GateState): ScoreTree {
  const parts = [
    leaf(state.candidates.length > 0 ? 1 : 0, 'a memory was admitted'),
    leaf(state.candidates.some(isStrong) ? 1 : 0, 'it resolved this very failure'),
    leaf(isClear(state) ? 1 : 0, 'no other fix is known for it'),
    leaf(best === undefined ? 0 : 1, 'it fits the budget'),
  ];
  return { value: best === undefined ? 0 : 1, description: 'all of these hold', parts };
}

/** The baseline policy: never shows a memory unasked. */
export const neverInject: Policy = {
  name: 'never_inject',
  version: 1,
  ...learnsNothing,
  decide({ nearCount }) {
    const action = nearCount === 0 ? 'no_memory' : 'abstain';
    return {
      policy: this.name,
      policyVersion: this.version,
      action,
      propensity: 1,
      reason: 'this policy never shows a memory unasked',
      actionScores: [{ action, score: leaf(0, 'the only action it takes') }],
    };
  },
};
