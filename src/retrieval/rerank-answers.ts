import type { MatchStrength } from '../model/decision.ts';
import type { AnswerEstimate } from '../model/evidence.ts';
import type { Stance } from '../model/item-body.ts';
import { compareMemories, estimateAnswer, type MemoryStatistics } from './answer-evidence.ts';
import type { RerankSettings } from './options.ts';
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

/** Weight of the likelihood in the order beside the score by words, both at most 1. */
const likelihoodWeight = 1.27;

/** Value by which candidates are ordered. @param share of the best score by words, 0–1 */
export function answerFit(share: number, confidence: number): number {
  return share + likelihoodWeight * confidence;
}

/**
 * Estimates how likely the best candidates by words answer the question, and orders them by the estimate and their BM25 score
 * as a share of the best. The latest of equals comes first.
 * @param candidates best first
 * @param mayBeShown whether the gate would admit a candidate: refused ones take no place from admitted ones
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

/** The facts that decide the order of candidates. */
export interface OrderedCandidate {
  readonly strength: MatchStrength;
  /** How well it fits, 0–1. */
  readonly fit: number;
  /** When it was last said; the latest of equally fitting ones comes first. Absent where only the fit counts. */
  readonly saidAtMs?: number | undefined;
  /** It follows a strategy that is wanted, or not wanted. */
  readonly stance?: Stance | undefined;
}

const strengths: readonly MatchStrength[] = ['same', 'similar', 'different'];

/** Fits that round to the same step count as equal; then a preferred strategy comes first. */
const fitSteps = 20;

/** Compares two candidates for a stable sort, better one first. */
export function orderCandidates(a: OrderedCandidate, b: OrderedCandidate): number {
  return (
    strengths.indexOf(a.strength) - strengths.indexOf(b.strength) ||
    stepOf(b) - stepOf(a) ||
    preferenceFor(b) - preferenceFor(a) ||
    (b.saidAtMs ?? 0) - (a.saidAtMs ?? 0) ||
    b.fit - a.fit
  );
}

function stepOf({ fit }: OrderedCandidate): number {
  return Math.round(fit * fitSteps);
}

function preferenceFor({ stance }: OrderedCandidate): number {
  if (stance === undefined) return 0;
  return stance === 'prefer' ? 1 : -1;
}
