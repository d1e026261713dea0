import type { ReviewReason } from '../model/answers/item-answers.ts';
import type { BriefType } from '../model/answers/recollection.ts';
import type { DecisionMoment, MatchStrength, OutcomeKind, StepsTaken } from '../model/decision.ts';
import type { GateAction } from '../model/gate.ts';
import type { EpisodeOutcome, TaskOutcome } from '../model/item-body.ts';
import type { Freshness, ItemStatus, ItemType, MemoryItem } from '../model/memory-item.ts';
import { colleaguePrefix, isTrustedAs, type Scope, scopeKindOf, type Trust } from '../model/provenance.ts';
import { countOf, formatCount } from './formats.ts';

/** Words for the model's kinds, for use in sentences for people. */
type Words<Kind extends string> = Readonly<Record<Kind, string>>;

export const typeWords: Words<ItemType> = {
  decision: 'decision',
  constraint: 'constraint',
  failure: 'failure',
  fix: 'fix',
  preference: 'preference',
  project_fact: 'fact',
  task_state: 'state of a task',
  command_result: 'result of a command',
};

/** Above rules from failures, beside {@link briefTitles}. */
export const ruleTitle = 'Rules from failures near it';

export const briefTitles: Words<BriefType> = {
  constraint: 'Constraints',
  decision: 'Decisions',
  task_state: 'Open tasks',
  preference: 'Preferences',
};

export const statusWords: Words<ItemStatus> = {
  active: 'active',
  superseded: 'superseded: another memory took its place',
  archived: 'archived: no longer recalled',
};

export const trustWords: Words<Trust> = {
  user: 'said by a person',
  verified: 'verified',
  agent: 'said by an agent, not verified',
  imported: 'taken from a rule file',
  untrusted: 'no person here vouches for it',
};

/** Names the last event of a memory of this trust: an unvouched memory was said, however often. */
export function saidOrConfirmed(trust: Trust): string {
  return isTrustedAs(trust, 'verified') ? 'confirmed' : 'said';
}

export const freshnessWords: Words<Freshness | 'none'> = {
  none: 'about no file',
  fresh: 'its files are as they were',
  drifted: 'its files changed, the part it is about did not',
  applied: 'its change stands in the file',
  unmerged: 'the file lacks its change',
  stale: 'what it is about changed since',
  orphaned: 'what it is about is gone',
};

export const strengthWords: Words<MatchStrength> = {
  same: 'the same failure',
  similar: 'something similar',
  different: 'something different',
};

export const taskOutcomeWords: Words<TaskOutcome> = {
  verified: 'a check passed at its end',
  failing: 'a check failed at its end',
  unchecked: 'not checked',
  unchanged: 'nothing was changed',
};

export const momentWords: Words<DecisionMoment> = {
  asked: 'asked for',
  after_failure: 'unasked, after a failing command',
  session_start: 'unasked, at the start of a session',
  prompt: 'unasked, at a prompt',
  before_edit: 'unasked, before a file was changed',
  before_compaction: 'unasked, before a session was shortened',
  before_call: 'unasked: a hard rule stopped the call',
};

export const actionWords: Words<GateAction> = {
  no_memory: 'Show nothing: no memory is needed',
  top1_resolution: 'Show the best resolution',
  top3_summary: 'Show the best three, in short',
  high_precision_retrieval: 'Search again, narrowly',
  high_recall_retrieval: 'Search again, widely',
  abstain: 'Show nothing: nothing is safe or useful enough',
  ask_feedback: 'Ask the one question that tells them apart',
};

/** `3 steps until it passed, 9 the first time`. */
export function describeSteps({ now, firstTime }: StepsTaken): string {
  const before =
    firstTime === undefined
      ? 'how many the first time is not known'
      : `${formatCount(firstTime)} the first time`;
  return `${countOf(now, 'step')} until it passed, ${before}`;
}

export const outcomeWords: Words<OutcomeKind> = {
  verified: 'verified: it helped, and a check passed',
  accepted: 'accepted: it was followed',
  rejected: 'rejected: it was turned down',
  false_positive: 'false positive: it had nothing to do with the matter',
  correct_abstain: 'correct to abstain: nothing had to be shown',
  missed: 'missed: a memory that would have helped was not shown',
  ignored: 'ignored: it was not looked at',
};

export const episodeWords: Words<EpisodeOutcome> = {
  verified: 'the fix worked: a check passed',
  resolved: 'the fix worked',
  unresolved: 'not resolved',
};

export const reviewWords: Words<ReviewReason> = {
  contradicting_fix: 'for a failure that is known, it says something else than the known fix',
  doubtful_merge: 'it may say the same as one that is known',
  may_supersede: 'approved, it takes the place of what is known',
  doubted_by_agent: 'an agent says that it was wrong; it is still shown',
  crosses_scope: 'an agent wants it to hold beyond this repository',
  untrusted_origin: 'no person here vouches for it',
  unverified: 'an agent said it, and nothing has confirmed it',
};

/**
 * `ada` of `user:ada`, `codex` of `agent:codex`; an unknown speaker has no name. A file names its own speaker: `a file,
 * which names ada`. A memory that a colleague's machine signed is from that colleague.
 */
export function describePrincipal(principal: string): string {
  if (principal === 'import') return 'a file';
  if (principal.startsWith(colleaguePrefix)) return `${principal.slice(colleaguePrefix.length)}, a colleague`;
  if (principal.startsWith('import:'))
    return `a file, which names ${describePrincipal(principal.slice('import:'.length))}`;
  return principal.startsWith('unknown:')
    ? 'an unknown speaker'
    : principal.slice(principal.indexOf(':') + 1);
}

/** `repository 2f1c4b9e`, `user ada`, `global`. */
export function describeScope(scope: Scope): string {
  const kind = scopeKindOf(scope);
  if (kind === 'global') return 'global';
  const name = scope.slice(scope.indexOf(':') + 1);
  return kind === 'repo' ? `repository ${shortUuid(name)}` : `${kind} ${name}`;
}

/** The strategy of a preference with its stance: `avoid npm install --force`. */
export function describeStrategy(body: MemoryItem['body']): string | undefined {
  return body?.kind === 'preference' ? `${body.stance} ${body.strategy}` : undefined;
}

const shownDigits = 8;

/** The first digits of the id of a memory or a decision; commands accept them. */
export function shortUuid(id: string): string {
  return id.slice(0, shownDigits);
}
