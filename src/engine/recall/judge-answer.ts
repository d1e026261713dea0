import { contestsFix, type JudgedCandidate, judgeMatch } from '../../failures/matching/score-failure.ts';
import type { FailureSettings } from '../../failures/options.ts';
import type { AnswerEstimate, AnswerLevel, FailureMatch } from '../../model/evidence.ts';
import type { FailureComparison } from '../../model/failure.ts';
import { type MemoryItem, seenFixOf } from '../../model/memory-item.ts';
import { formatShare } from '../../wording/formats.ts';
import { areWaysOut } from '../../wording/leave-out.ts';
import type { Candidate } from './candidate.ts';
import type { Question } from './question.ts';

/** Whether a question in words is answered. */
export interface AnswerVerdict {
  /** Estimate of the likeliest memory that may be shown; absent where there is none. */
  readonly estimate: AnswerEstimate | undefined;
  readonly level: AnswerLevel;
  /** Something answers it, whether or not it may be shown. */
  readonly isKnown: boolean;
  /** In words; absent where something is shown. */
  readonly reason?: string;
}

/**
 * Judges whether memory holds the answer to a question in words. A failure is judged by its output instead
 * (`failures/matching`).
 */
export function judgeAnswer(
  candidates: readonly Candidate[],
  { moment, query }: Pick<Question, 'moment' | 'query'>,
): AnswerVerdict | undefined {
  if (!moment.asked || query.failure !== undefined) return undefined;
  const shown = candidates.filter(({ admission }) => admission.admitted);
  const estimate = likeliest(shown);
  const level = highest(shown);
  const isKnown = highest(candidates) !== 'nothing';
  return {
    estimate,
    level,
    isKnown,
    ...(level === 'nothing' ? { reason: describe(estimate, isKnown) } : {}),
  };
}

/** A memory about a file that is being worked on answers a person who names the file, whatever its words. */
export function answerLevel({ answer, aboutWork }: Candidate): AnswerLevel {
  return aboutWork ? 'likely' : (answer?.level ?? 'nothing');
}

const levels: readonly AnswerLevel[] = ['likely', 'perhaps'];

function highest(candidates: readonly Candidate[]): AnswerLevel {
  const all = new Set(candidates.map(answerLevel));
  return levels.find((level) => all.has(level)) ?? 'nothing';
}

function likeliest(candidates: readonly Candidate[]): AnswerEstimate | undefined {
  return candidates
    .flatMap(({ answer }) => answer ?? [])
    .reduce<AnswerEstimate | undefined>(
      (best, one) => (best === undefined || one.confidence > best.confidence ? one : best),
      undefined,
    );
}

function describe(estimate: AnswerEstimate | undefined, isKnown: boolean): string {
  if (isKnown) return 'the memory that answers it may not be shown';
  if (estimate === undefined) return 'no memory shares a word with it';
  return `the likeliest memory answers it at ${formatShare(estimate.confidence)}`;
}

/** How well a failure is known. A memory that was turned down is known, but may not be shown; the reason says so. */
export function matchFailure(candidates: readonly Candidate[], settings: FailureSettings): FailureMatch {
  const match = judgeMatch(knownFailures(candidates), settings);
  const isTurnedDown = candidates.some(
    ({ strength, sameness, admission }) =>
      (strength !== 'different' || sameness?.strength === 'same') &&
      admission.refusals.includes('rejected_before'),
  );
  if (match.status !== 'abstain' || !isTurnedDown) return match;
  return { ...match, reason: 'what is known of it was turned down before' };
}

/** Memories that may be shown: a rejected memory, or one of another scope, does not make a failure known. */
function knownFailures(candidates: readonly Candidate[]): readonly JudgedCandidate[] {
  const others = candidates.filter(
    ({ item, admission }) => admission.admitted || (item.quarantined && item.status === 'active'),
  );
  return candidates.flatMap(({ comparison, sameness, item, admission }) =>
    admission.admitted && comparison !== undefined && sameness !== undefined
      ? [
          {
            score: comparison,
            sameness,
            fix: item.content,
            isContested: others.some((other) => contests(other, { item, sameness })),
          },
        ]
      : [],
  );
}

function contests(
  { item, sameness }: Candidate,
  known: { readonly item: MemoryItem; readonly sameness: FailureComparison },
): boolean {
  // A fix that may not be merged is no other fix.
  const isMerge = item.body?.kind === 'variant' && item.body.doubt?.kind === 'merge';
  if (sameness === undefined || item.id === known.item.id || isMerge) return false;
  if (areWaysOut(seenFixOf(item), seenFixOf(known.item))) return false;
  return contestsFix(toldFix(item, sameness), toldFix(known.item, known.sameness));
}

function toldFix({ content, trust }: MemoryItem, sameness: FailureComparison) {
  return { fix: content, trust, sameness };
}
