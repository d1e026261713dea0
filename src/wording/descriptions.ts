import type { OutcomeCounts } from '../model/decision.ts';
import type { SamenessCaveat } from '../model/failure.ts';
import type { OmissionReason, OverrideReason, RefusalReason } from '../model/gate.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { countOf } from './formats.ts';

type Reason = RefusalReason | OmissionReason;

const shownPaths = 3;

/** Why a memory is not shown, or would not be shown unasked. */
const sentences: Readonly<Record<Reason, string>> = {
  quarantined: 'it waits for a person (afterwit review)',
  out_of_scope: 'it does not hold here',
  not_active: 'it was superseded or archived',
  expired: 'it expired, and no person has confirmed it since',
  untrusted: 'no person here vouches for it',
  unverified: 'an agent said it, and nothing has confirmed it',
  applied: 'the change stands in the code already',
  stale: 'stale: what it is about changed since',
  orphaned: 'orphaned: what it is about is gone',
  other_branch: 'it was learned on another branch',
  rejected_before: 'it was turned down before',
  shown_before: 'it was shown in this session already',
  avoided_strategy: 'it follows a strategy that is to be avoided here',
  contradicts_another: 'it contradicts another memory that is believed at least as much',
  too_many_of_one_origin: 'enough from the same origin is shown already',
  no_strong_match: 'it is not the same failure, only something like it',
  unlikely_answer: 'it has words of the question, but is not likely to answer it',
  policy: 'the policy chose to show less',
  not_among_the_best: 'others fit better',
  says_nothing: 'its card would not say what to do',
  no_room: 'the budget of tokens is used up',
};

/** The same reasons with the names of the files concerned. */
const sentencesAboutFiles: Readonly<Partial<Record<Reason, (files: string) => string>>> = {
  stale: (files) => `stale: ${files} changed since`,
  orphaned: (files) => `orphaned: ${files} is gone`,
};

/** A reason in words. `item` is absent when it has been forgotten since. */
export function describeReason(reason: Reason, item: Pick<MemoryItem, 'anchors'> | undefined): string {
  const paths = [...new Set(item?.anchors.map(({ path }) => path))];
  const about = sentencesAboutFiles[reason];
  if (about === undefined || paths.length === 0) return sentences[reason];
  const rest = paths.length - shownPaths;
  const named = [...paths.slice(0, shownPaths), ...(rest > 0 ? [`${rest} more`] : [])];
  return about(named.join(' or '));
}

/** All reasons of one memory, joined for use within a sentence. */
export function describeReasons(
  reasons: readonly Reason[],
  item: Pick<MemoryItem, 'anchors'> | undefined,
): string {
  return reasons.map((reason) => describeReason(reason, item)).join('; ');
}

/** The difference of a failure that is the same in all else: follows "the same, but". */
export function describeCaveat({ says, knownSays, isElsewhere, isPart }: SamenessCaveat): string {
  const parts = [
    ...(isElsewhere ? ['something else failed, for the same reason'] : []),
    ...(isPart ? ['only a part of the output was compared'] : []),
  ];
  const isNamed = parts.length === 0 || says !== undefined || knownSays !== undefined;
  return [...(isNamed ? [describeName(says, knownSays)] : []), ...parts].join('; ');
}

function describeName(says: string | undefined, knownSays: string | undefined): string {
  const known = knownSays === undefined ? 'another name' : `\`${knownSays}\``;
  if (says === undefined && knownSays === undefined) return 'it names something else';
  return says === undefined
    ? `it does not say ${known}`
    : `it says \`${says}\` where the known one says ${known}`;
}

/** Outcomes of a fix in words: `helped 3 times, failed once`; undefined without outcomes. */
export function describeFate(outcomes: OutcomeCounts): string | undefined {
  return tell(outcomes, '');
}

/** Outcomes of a fix in words, including how often a check passed. */
export function describeFateInFull(outcomes: OutcomeCounts): string {
  return tell(outcomes, checksOf(outcomes)) ?? 'whether it helped is not known yet';
}

export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function tell(outcomes: OutcomeCounts, checks: string): string | undefined {
  const { rejected = 0, false_positive: wrong = 0 } = outcomes;
  const helped = helpedCount(outcomes);
  const failed = rejected + wrong;
  if (helped + failed === 0) return undefined;
  return [
    helped > 0 ? `helped ${times(helped)}${checks}` : 'has not helped yet',
    ...(failed > 0 ? [`failed ${times(failed)}`] : []),
  ].join(', ');
}

function checksOf(outcomes: OutcomeCounts): string {
  const { verified = 0 } = outcomes;
  if (verified === 0) return '';
  return verified === helpedCount(outcomes)
    ? ' with a passing check'
    : ` (${times(verified)} with a passing check)`;
}

function helpedCount({ verified = 0, accepted = 0 }: OutcomeCounts): number {
  return verified + accepted;
}

/** Describes the task of a person about hooks that Codex skips. */
export function describeHooksToReview(count: number): string {
  return `${countOf(count, 'hook')} ${count === 1 ? 'waits' : 'wait'} for your review: open Codex and say /hooks`;
}

/** Why the action that scored best is replaced by silence, in words. */
export const overrideWords: Readonly<Record<OverrideReason, string>> = {
  nothing_to_show: 'no admitted memory is left for it to show',
  nothing_to_ask: 'no question is put to an agent that did not ask',
  rejected_in_session: 'what it would show was turned down in this session',
  entity_conflict: 'what it would show is about another name',
  other_failure: 'what it would show is of another failure, whatever else agrees',
  two_fixes: 'two memories of this very failure say to do different things',
  often_wrong: 'what it would show was wrong as often as right',
  silence_is_better: 'silence is worth more than what it would show, the doubt counted in',
  place_unlikely: 'no function that its fix changed is likely enough to be changed now',
  risk_above_threshold: 'the risk that it is wrong is above what is proven to be safe',
  drift_alarm: 'too much was wrong of late: nothing is shown until enough would have been right again',
  ledger_closed: 'the ledger allows no further memory before earlier ones are judged',
  held_back: 'it was held back at random, to learn what showing is good for',
};
