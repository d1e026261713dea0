import type { OmissionReason, RefusalReason } from '../model/gate.ts';
import type { MemoryItem } from '../model/memory-item.ts';

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
