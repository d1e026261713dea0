import { neverInject } from '../../../src/gate/never-inject.ts';
import { bestPlaced, worthOfPlace } from '../../../src/gate/place-risk.ts';
import { plainRule } from '../../../src/gate/plain-rule.ts';
import { guardedRscbMc } from '../../../src/gate/policies/guarded-rscb-mc.ts';
import {
  type GateState,
  learnsNothing,
  type Policy,
  type PolicyCandidate,
} from '../../../src/gate/policy.ts';
import { fixesAmong } from '../../../src/gate/shown-candidates.ts';
import { gateMethods } from '../gate-methods.ts';
import type { LiveMethod } from './run-live.ts';

/** Shows one memory by a rule that never learns. */
function fixedRule(
  name: string,
  choose: (state: GateState) => PolicyCandidate | undefined,
  riskOf: (chosen: PolicyCandidate) => number,
): Policy {
  return {
    name,
    version: 1,
    ...learnsNothing,
    decide(state) {
      const chosen = choose(state);
      return {
        ...{ policy: name, policyVersion: 1, propensity: 1, reason: 'a fixed rule', actionScores: [] },
        action: chosen === undefined ? 'abstain' : 'top1_resolution',
        shows: chosen === undefined ? [] : [chosen.itemId],
        ...(chosen === undefined ? {} : { risk: riskOf(chosen) }),
      };
    },
  };
}

/** Words alone, as a search of memories ranks. */
const lexicalTop1 = fixedRule(
  'lexical_top1',
  ({ candidates }) => candidates.toSorted((a, b) => b.relevance - a.relevance)[0],
  ({ relevance }) => 1 - relevance,
);

/** Every kind of evidence of the failure, and no abstention. */
const staticHybrid = fixedRule(
  'static_hybrid',
  ({ candidates }) => fixesAmong(candidates).toSorted((a, b) => scoreOf(b) - scoreOf(a))[0],
  (chosen) => 1 - scoreOf(chosen),
);

function scoreOf({ evidence }: PolicyCandidate): number {
  return evidence?.score ?? 0;
}

/** P(function) · P(file)² above which the probe showed the best 10 % of its development issues (research, 0.384). */
const probeThreshold = 0.384;

const probe = fixedRule(
  'probe, its fixed threshold',
  ({ candidates }) => {
    const best = bestPlaced(candidates);
    return best !== undefined && worthOfPlace(best.place) >= probeThreshold ? best : undefined;
  },
  ({ place }) => 1 - (place === undefined ? 0 : worthOfPlace(place)),
);

/** The first is ours, as it is shipped; its figures have no suffix. */
export const realMethods: readonly LiveMethod[] = [
  { name: 'guarded_rscb_mc (ours)', policy: guardedRscbMc() },
  { name: 'ours, α = .05', policy: guardedRscbMc({ alpha: 0.05 }), alpha: 0.05, allowance: 3 },
  { name: 'ours, α = .15', policy: guardedRscbMc({ alpha: 0.15 }), alpha: 0.15 },
  { name: 'probe, its fixed threshold', policy: probe, ignoresLedger: true },
  { name: 'lexical_top1', policy: lexicalTop1, ignoresLedger: true },
  { name: 'static_hybrid', policy: staticHybrid, ignoresLedger: true },
  ...gateMethods.flatMap(({ name, policy }) =>
    policy.name === 'guarded_rscb_mc' || policy === neverInject
      ? []
      : [{ name, policy, ignoresLedger: policy !== plainRule }],
  ),
];
