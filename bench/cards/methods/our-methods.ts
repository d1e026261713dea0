import { fixedWeights, type UtilityWeights, utilityOf } from '../../../src/judging/utility.ts';
import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { packUnits } from '../../../src/packing/pack-units.ts';
import { estimateByProxy } from '../proxy/estimate.ts';
import { type Ranker, rankerScore } from '../rankers/ranker.ts';
import { unitFeatures } from '../rankers/unit-features.ts';
import { baselines } from './baselines.ts';
import type { ContextMethod } from './context-method.ts';
import { type JudgedCandidate, judgeCandidates } from './judge-candidates.ts';

/** How our selectors score, and what a unit is worth at least, as a share of the best. */
interface Scoring {
  readonly scoreOf: (candidate: JudgedCandidate) => number;
  readonly leastShare: number;
}

/** Chosen on the development family. */
const leastShare = 0.8;
/** The same of e^score, as rankers have no zero. */
const leastOdds = 0.1;

/** Packs the units worth nearly as much as the best, the most useful first, and never two that contradict each other. */
function ourMethod(name: string, { scoreOf, leastShare: least }: Scoring): ContextMethod {
  return {
    name,
    select: (selection) => {
      const scored = judgeCandidates(selection).map((candidate) => ({
        unit: candidate.unit,
        utility: scoreOf(candidate),
      }));
      const best = Math.max(...scored.map(({ utility }) => utility), 0);
      const units = scored
        .filter(({ utility }) => utility > 0 && utility >= least * best)
        .map(({ unit, utility }) => ({
          ...{ unit, utility, id: unit.id, tokens: unit.tokens },
          conflictsWith: [...selection.graph.conflicts(unit.id)],
        }));
      return packUnits(units, selection.budget)
        .units.toSorted((a, b) => b.utility - a.utility)
        .map(({ unit }) => unit);
    },
  };
}

function weighted(name: string, weights: UtilityWeights): ContextMethod {
  const scoreOf = ({ evidence }: JudgedCandidate) => utilityOf(estimateByProxy(evidence), weights);
  return ourMethod(name, { scoreOf, leastShare });
}

/** The product's utility and packing. */
export const ourProxy: ContextMethod = weighted('ours', fixedWeights);

/** Ours without each term of Eq. 3, and with other weights than those of Eq. 3. */
export const ourVariants: readonly ContextMethod[] = [
  ...(Object.keys(fixedWeights) as (keyof UtilityWeights)[]).map((term) =>
    weighted(`ours w/o ${term}`, { ...fixedWeights, [term]: 0 }),
  ),
  weighted('ours, equal weights', {
    ...{ actionShift: 0.2, necessity: 0.2, outcomeGain: 0.2, transferRisk: 0.2, cost: 0.2 },
  }),
  ...[1, 2, 3].map((seed) => weighted(`ours, random weights ${seed}`, randomWeights(seed))),
];

function randomWeights(seed: number): UtilityWeights {
  const random = seededRandom(seed);
  return {
    actionShift: random(),
    necessity: random(),
    outcomeGain: random(),
    transferRisk: random(),
    cost: random(),
  };
}

/** Ours with a learned order. */
export function rankedMethod(name: string, ranker: Ranker): ContextMethod {
  return ourMethod(name, {
    scoreOf: ({ evidence }) => Math.exp(Math.min(300, rankerScore(ranker, unitFeatures(evidence)))),
    leastShare: leastOdds,
  });
}

/** Methods that are told the instruction, and not what is planned: nothing names the right units. */
export const byInstruction: readonly ContextMethod[] = [...baselines, ourProxy]
  .filter(({ name }) => ['VanillaRAG', 'AutoContextKG', ourProxy.name].includes(name))
  .map(({ name, select }) => ({
    name: `${name}, by the instruction alone`,
    select: (selection) => select({ ...selection, task: { ...selection.task, plannedActions: [] } }),
  }));
