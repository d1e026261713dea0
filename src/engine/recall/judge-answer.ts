import type { AnswerEstimate } from '../../model/answer-evidence.ts';
import type { Admission } from '../../model/gate.ts';
import type { QueryProfile } from '../../query/profile-query.ts';
import { noEvidence } from '../../retrieval/answer-evidence.ts';
import { leastConfidence } from '../../retrieval/estimate-answer.ts';
import type { RetrievalSettings } from '../../retrieval/options.ts';
import { formatShare } from '../../wording/format-number.ts';
import type { InspectedCandidate } from './inspect-candidates.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';

/** Whether what was asked in words is answered. */
export interface AnswerVerdict {
  readonly estimate: AnswerEstimate;
  /** The answer is likely to be known, whether or not it may be shown. */
  readonly isKnown: boolean;
  readonly mayAnswer: (candidate: InspectedCandidate) => boolean;
  /** In words; absent where the answer is likely to be among what may be shown. */
  readonly reason?: string;
}

interface Asked {
  readonly request: RecallMemoriesRequest;
  readonly query: QueryProfile;
  readonly candidates: readonly InspectedCandidate[];
  /** One for each candidate. */
  readonly admissions: readonly Admission[];
}

/**
 * Judges whether memory holds the answer to a question in words. A failure is judged by what it printed instead
 * (`failures/matching`), and a memory about a file that is being worked on is what somebody asks for who names the file.
 */
export function judgeAnswer(asked: Asked, settings: RetrievalSettings): AnswerVerdict | undefined {
  const { request, query, candidates, admissions } = asked;
  if (request.moment !== 'asked' || query.failure !== undefined) return undefined;
  const near = candidates.filter(({ strength }) => strength !== 'different');
  const shown = candidates.filter(
    ({ strength }, position) => strength !== 'different' && admissions[position]?.admitted,
  );
  const estimate = estimateOf(shown, asked);
  const least = leastConfidence(estimate.evidence.form, settings);
  const isLikely = shown.length > 0 && estimate.confidence >= least;
  const isKnown = isLikely || (near.length > shown.length && estimateOf(near, asked).confidence >= least);
  return {
    estimate,
    isKnown: isKnown || near.some(({ aboutWork }) => aboutWork),
    mayAnswer: ({ aboutWork }) => isLikely || aboutWork,
    ...(isLikely ? {} : { reason: describe(near.length > 0, isKnown, estimate, least) }),
  };
}

function estimateOf(candidates: readonly InspectedCandidate[], { query }: Asked): AnswerEstimate {
  const answers = candidates.flatMap(({ answer }) => answer ?? []);
  return answers.reduce((best, one) => (one.confidence > best.confidence ? one : best), {
    confidence: 0,
    evidence: noEvidence(query.words),
  });
}

function describe(
  isAnyNear: boolean,
  isKnown: boolean,
  { confidence }: AnswerEstimate,
  least: number,
): string {
  if (!isAnyNear) return 'no memory has enough words of the question';
  if (isKnown) return 'what is likely to answer it may not be shown';
  return `the answer is ${formatShare(confidence)} likely to be among the memories found, below the required ${formatShare(least)}`;
}
