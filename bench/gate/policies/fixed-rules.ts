import { fixesAmong } from '../../../src/gate/actions.ts';
import {
  type GateState,
  learnsNothing,
  type Policy,
  type PolicyCandidate,
} from '../../../src/gate/policy.ts';
import { bestPlaced, worthOfPlace } from '../../../src/gate/risk-covariates.ts';

/** Shows one memory by a rule that never learns. @param riskOf ranks its answers, for a curve of risk over coverage */
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
      const isShown = chosen !== undefined && chosen.tokenCost <= state.budgetTokens;
      return {
        ...{ policy: name, policyVersion: 1, propensity: 1, reason: 'a fixed rule', actionScores: [] },
        action: isShown ? 'top1_resolution' : 'abstain',
        shows: isShown ? [chosen.itemId] : [],
        ...(chosen === undefined ? {} : { risk: riskOf(chosen) }),
      };
    },
  };
}

function bestBy(candidates: readonly PolicyCandidate[], worth: (one: PolicyCandidate) => number) {
  return candidates.toSorted((a, b) => worth(b) - worth(a))[0];
}

function scoreOf({ evidence }: PolicyCandidate): number {
  return evidence?.score ?? 0;
}

/** Words alone, as a search of memories ranks. */
export const lexical = fixedRule(
  'lexical',
  ({ candidates }) => bestBy(candidates, ({ relevance }) => relevance),
  ({ relevance }) => 1 - relevance,
);

/** Every kind of evidence of the failure, and no abstention: always injects. */
export const staticHybrid = fixedRule(
  'static_hybrid',
  ({ candidates }) => bestBy(fixesAmong(candidates), scoreOf),
  (chosen) => 1 - scoreOf(chosen),
);

/** Least score of an accepted memory, and its lead over the next: thresholds of the server that the paper is about. */
export const accepted = { score: 0.68, margin: 0.09 } as const;

export const staticWithAbstention = fixedRule(
  'static_hybrid_with_abstention',
  ({ candidates }) => {
    const [first, second] = fixesAmong(candidates).toSorted((a, b) => scoreOf(b) - scoreOf(a));
    const isClear =
      first !== undefined &&
      scoreOf(first) >= accepted.score &&
      scoreOf(first) - (second === undefined ? 0 : scoreOf(second)) >= accepted.margin;
    return isClear ? first : undefined;
  },
  (chosen) => 1 - scoreOf(chosen),
);

/** The rule of one line: the command agrees, and no name conflicts. */
export const oneLine = fixedRule(
  'one_line_rule',
  ({ candidates }) => {
    const [best] = fixesAmong(candidates);
    return best?.evidence !== undefined && best.evidence.command >= 0.75 && !best.evidence.conflicts
      ? best
      : undefined;
  },
  () => 0,
);

/** P(function) · P(file)² above which the probe showed the best 10 % of its development issues (research, 0.384). */
const probeThreshold = 0.384;

export const probe = fixedRule(
  'probe, its fixed threshold',
  ({ candidates }) => {
    const best = bestPlaced(candidates);
    return best !== undefined && worthOfPlace(best.place) >= probeThreshold ? best : undefined;
  },
  ({ place }) => 1 - (place === undefined ? 0 : worthOfPlace(place)),
);
