import { featureNames } from '../../src/locate/features.ts';
import { predictLogistic } from '../../src/numeric/probabilities.ts';
import { fitLogistic } from '../reporting/fit-logistic.ts';
import { type GoldRanks, reciprocalRank } from '../reporting/gold-ranks.ts';
import type { Table } from '../reporting/table.ts';
import { methodTable } from './method-table.ts';
import { pastFeatures } from './past-features.ts';
import { type LocateTrace, rankGold, rerank, shippedWeights } from './trace-cases.ts';

/** A question as it is answered with and without history, and what can be told of it beforehand. */
interface HeardCase {
  readonly repository: string;
  readonly withHistory: GoldRanks;
  readonly withoutHistory: GoldRanks;
  readonly features: readonly number[];
}

const judgedDepth = 10;
const comparedFiles = 5;
const smallestStrength = 0.02;
/** Fewer questions on which the two differ teach nothing. */
const fewestLessons = 10;

/**
 * Open question 1 of the repository-memory paper: does history enter always, never, or by a learned score of how new the
 * question is? The score is logistic over how much past and code hold of the question, how long the history is, and how far
 * code and past agree; it is learned on the other repositories, from questions that the two answer differently.
 */
export function judgeNovelty(traces: readonly LocateTrace[]): Table {
  const cases = traces.map(hearBoth);
  const repositories = new Set(cases.map(({ repository }) => repository));
  const weights = new Map([...repositories].map((name) => [name, fitWithout(cases, name)]));
  const learned = cases.map((one) => {
    const own = weights.get(one.repository);
    const isHeard = own === undefined || predictLogistic(own, one.features) >= 0.5;
    return { isHeard, ranks: isHeard ? one.withHistory : one.withoutHistory };
  });
  const heard = learned.filter(({ isHeard }) => isHeard).length;
  return methodTable(`Does history enter? ${traces.length} questions`, [
    { name: 'always (as it is)', ranks: cases.map(({ withHistory }) => withHistory) },
    { name: 'never', ranks: cases.map(({ withoutHistory }) => withoutHistory) },
    { name: `by a learned score (entered ${heard} times)`, ranks: learned.map(({ ranks }) => ranks) },
    { name: 'whichever is better (out of reach)', ranks: cases.map(betterOf) },
  ]);
}

function hearBoth(trace: LocateTrace): HeardCase {
  const side = (isPast: boolean) =>
    featureNames.map((name, i) => (pastFeatures.has(name) === isPast ? (shippedWeights[i] ?? 0) : 0));
  const code = rerank(trace, side(false));
  const past = new Set(rerank(trace, side(true)).slice(0, comparedFiles));
  const { textStrength, pastStrength } = trace.strengths;
  return {
    repository: trace.issue.repo,
    withHistory: rankGold(trace, trace.files),
    withoutHistory: rankGold(trace, code),
    features: [
      1,
      Math.log(Math.max(smallestStrength, pastStrength)),
      Math.log(Math.max(smallestStrength, textStrength)),
      Math.log1p(trace.commitCount) / 10,
      code.slice(0, comparedFiles).filter((path) => past.has(path)).length / comparedFiles,
    ],
  };
}

/** Undefined where there is too little to learn from. */
function fitWithout(cases: readonly HeardCase[], repository: string): readonly number[] | undefined {
  const telling = cases.filter((one) => one.repository !== repository && gainOf(one) !== 0);
  if (telling.length < fewestLessons) return undefined;
  return fitLogistic(
    telling.map(({ features }) => features),
    telling.map((one) => gainOf(one) > 0),
  );
}

/** What history gives, in reciprocal ranks of the first and the last file of the answer. */
function gainOf({ withHistory, withoutHistory }: HeardCase): number {
  const worth = (ranks: GoldRanks) =>
    reciprocalRank(ranks, judgedDepth) + reciprocalRank({ ...ranks, first: ranks.last }, judgedDepth);
  return worth(withHistory) - worth(withoutHistory);
}

function betterOf(one: HeardCase): GoldRanks {
  return gainOf(one) >= 0 ? one.withHistory : one.withoutHistory;
}
