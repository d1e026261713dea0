import type { AnswerEstimate } from '../model/evidence.ts';
import { compareMemories, type MemoryStatistics } from './answer-evidence.ts';
import { estimateAnswer } from './estimate-answer.ts';
import type { RerankSettings } from './options.ts';
import { type OrderedCandidate, orderCandidates } from './order-candidates.ts';
import type { ItemCandidate } from './rank-items.ts';

type Rerankable = Pick<ItemCandidate, 'item' | 'score'> & Pick<OrderedCandidate, 'strength' | 'stance'>;

/** How likely a candidate is the answer; absent of those too far down to be compared. */
export interface AnsweringCandidate {
  readonly answer?: AnswerEstimate;
}

interface AskedQuestion {
  readonly question: string;
  readonly statistics: MemoryStatistics;
  readonly settings: RerankSettings;
}

/** Best first. */
interface ComparedCandidates<Candidate> {
  readonly candidates: readonly (Candidate & AnsweringCandidate)[];
  /** The order is that of words and likelihood together; else it is as it was. */
  readonly isReranked: boolean;
}

/** What the likelihood counts in the order beside the score by words, both at most 1. */
const likelihoodWeight = 1.27;

/** What candidates are ordered by. @param share of the best score by words, 0–1 */
export function answerFit(share: number, confidence: number): number {
  return share + likelihoodWeight * confidence;
}

/**
 * Estimates how likely the best by words answer the question, and orders them by both: BM25 as a share of the best, and the
 * estimate. Of those equally good the latest comes first.
 *
 * @param candidates best first
 * @param mayBeShown whether the gate would admit one: the others take no place from those that it would
 */
export function rerankAnswers<Candidate extends Rerankable>(
  { question, statistics, settings }: AskedQuestion,
  candidates: readonly Candidate[],
  mayBeShown: (candidate: Candidate) => boolean = () => true,
): ComparedCandidates<Candidate> {
  const near = [true, false].flatMap((isShown) =>
    candidates.filter((candidate) => mayBeShown(candidate) === isShown).slice(0, settings.maxCandidates),
  );
  const items = near.map(({ item }) => item);
  const compared = compareMemories(question, items, statistics).map((evidence, at) => ({
    ...(near[at] as Candidate),
    answer: estimateAnswer(evidence),
  }));
  if (!isWanted(settings, candidates.filter(mayBeShown))) {
    const byItem = new Map(compared.map((one) => [one.item, one]));
    return { candidates: candidates.map((one) => byItem.get(one.item) ?? one), isReranked: false };
  }
  const best = Math.max(...compared.map(({ score }) => score), Number.MIN_VALUE);
  const fits = compared.map(({ score, answer }) => answerFit(score / best, answer.confidence));
  const most = Math.max(...fits);
  const reranked = compared
    .map((candidate, at) => ({
      candidate,
      key: { ...candidate, fit: (fits[at] ?? 0) / most, saidAtMs: candidate.item.updatedAtMs },
    }))
    .sort((a, b) => orderCandidates(a.key, b.key))
    .map(({ candidate }) => candidate);
  const rest = candidates.filter((candidate) => !near.includes(candidate));
  return { candidates: [...reranked, ...rest], isReranked: true };
}

/** Memory V3's trigger: the best is ahead of the second by no more than a share of its score, 1 − s₂ / s₁. */
function isWanted(
  { enabled, triggerMinMargin }: RerankSettings,
  [best, second]: readonly Pick<Rerankable, 'score'>[],
): boolean {
  if (!enabled || best === undefined) return false;
  return 1 - (second?.score ?? 0) / Math.max(best.score, Number.MIN_VALUE) <= triggerMinMargin;
}
