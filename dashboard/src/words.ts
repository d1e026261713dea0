import type { ReviewReason } from '../../src/model/answers/item-answers.ts';
import type { DecisionMoment, OutcomeKind } from '../../src/model/decision.ts';

/** Names for lists and tags, where `src/wording` has sentences. */
export const momentNames: Readonly<Record<DecisionMoment, string>> = {
  asked: 'asked for',
  after_failure: 'after a failure',
  session_start: 'start of a session',
  prompt: 'at a prompt',
  before_edit: 'before an edit',
  before_compaction: 'before compaction',
  before_call: 'a call was stopped',
};

export const outcomeNames: Readonly<Record<OutcomeKind, string>> = {
  verified: 'helped, verified',
  accepted: 'followed',
  rejected: 'turned down',
  false_positive: 'wrong',
  correct_abstain: 'right to be silent',
  missed: 'missed',
  ignored: 'not looked at',
};

export const outcomeTones: Readonly<Record<OutcomeKind, string>> = {
  ...{ verified: 'good', accepted: 'good', correct_abstain: 'good' },
  ...{ rejected: 'bad', false_positive: 'bad', missed: 'warn', ignored: '' },
};

export const bodyNames: Readonly<Record<string, string>> = {
  none: 'lesson',
  variant: 'fix of a failure',
  pattern: 'pattern of failures',
  episode: 'episode',
  experience: 'task of a session',
  finding: 'rule of a checker',
  preference: 'preference',
  hard_rule: 'hard rule',
  version: 'earlier text',
};

export const reasonNames: Readonly<Record<ReviewReason, string>> = {
  contradicting_fix: 'another fix',
  doubtful_merge: 'maybe the same',
  may_supersede: 'replaces another',
  doubted_by_agent: 'doubted',
  crosses_scope: 'wider scope',
  untrusted_origin: 'untrusted text',
  unverified: "agent's word",
};
