import type { AnswerEstimate } from '../model/answer-evidence.ts';
import { compareMemories } from './answer-evidence.ts';
import { estimateAnswer } from './estimate-answer.ts';
import type { RerankSettings } from './options.ts';
import { type OrderedCandidate, orderCandidates } from './order-candidates.ts';
import { type ItemCandidate, type RankedItems, workingFileBoost } from './rank-items.ts';
import type { ReadRarities } from './read-rarities.ts';
import { firedTriggers } from './rerank-triggers.ts';

type Rerankable = Pick<ItemCandidate, 'item' | 'aboutWork' | 'score'> &
  Pick<OrderedCandidate, 'strength' | 'stance'>;

/** How likely a candidate is the answer; absent for those too far down to be compared. */
export interface AnsweringCandidate {
  readonly answer?: AnswerEstimate;
}

interface AskedQuestion extends Pick<RankedItems, 'rarityOf'> {
  readonly question: string;
  readonly raritiesOf: ReadRarities;
  readonly settings: RerankSettings;
}

/** Best first. */
interface ComparedCandidates<Candidate> {
  readonly candidates: readonly (Candidate & AnsweringCandidate)[];
  /** The order is that of how likely each answers; else it is as it was. */
  readonly isReranked: boolean;
}

/**
 * Compares what words found with the question, passage by passage, so many that may be shown and of the others as many, and orders it by how likely each is the answer. BM25 counts the words that a memory has; here their order, their spelling
 * and what else it tells count as well. Of those equally likely the latest comes first.
 *
 * @param candidates best first
 * @param mayBeShown whether the gate would admit one: what it keeps back takes no place from what it does not
 */
export function rerankAnswers<Candidate extends Rerankable>(
  { question, rarityOf, raritiesOf, settings }: AskedQuestion,
  candidates: readonly Candidate[],
  mayBeShown: (candidate: Candidate) => boolean = () => true,
): ComparedCandidates<Candidate> {
  const bearing = candidates.filter(({ strength }) => strength !== 'different');
  const near = [true, false].flatMap((isShown) =>
    bearing.filter((candidate) => mayBeShown(candidate) === isShown).slice(0, settings.maxCandidates),
  );
  const items = near.map(({ item }) => item);
  const compared = compareMemories({ question, items, rarityOf, raritiesOf }).map((evidence, at) => ({
    ...(near[at] as Candidate),
    answer: { confidence: estimateAnswer(evidence), evidence },
  }));
  const shown = bearing.filter(mayBeShown).slice(0, settings.maxCandidates);
  if (firedTriggers({ question, rarityOf, settings }, shown).length === 0) {
    const byItem = new Map(compared.map((one) => [one.item, one]));
    return { candidates: candidates.map((one) => byItem.get(one.item) ?? one), isReranked: false };
  }
  const fits = compared.map(
    ({ answer, aboutWork }) => (aboutWork ? workingFileBoost : 1) * answer.confidence,
  );
  const best = Math.max(...fits, Number.MIN_VALUE);
  const reranked = compared
    .map((candidate, at) => ({
      candidate,
      key: { ...candidate, fit: (fits[at] ?? 0) / best, saidAtMs: candidate.item.updatedAtMs },
    }))
    .sort((a, b) => orderCandidates(a.key, b.key))
    .map(({ candidate }) => candidate);
  const rest = candidates.filter((candidate) => !near.includes(candidate));
  return { candidates: [...reranked, ...rest], isReranked: true };
}
