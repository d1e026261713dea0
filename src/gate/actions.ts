import { type GateAction, untold } from '../model/gate.ts';
import type { PolicyCandidate } from './policy.ts';
import type { ActionCost } from './reward.ts';

/** Actions that show memories (RSCB-MC, Table 2). */
const injections = [
  'top1_resolution',
  'top3_summary',
  'high_precision_retrieval',
  'high_recall_retrieval',
] as const satisfies readonly GateAction[];

export function isInjection(action: GateAction): boolean {
  return (injections as readonly GateAction[]).includes(action);
}

/** Most memories that each action shows. */
export const shownBy: Readonly<Record<GateAction, number>> = {
  no_memory: 0,
  top1_resolution: 1,
  top3_summary: 3,
  high_precision_retrieval: 1,
  high_recall_retrieval: 5,
  abstain: 0,
  ask_feedback: 0,
};

/** Estimated latency of each action, from a table rather than a clock, so that equal states are equal. Version 1. */
export const latencyMsOf: Readonly<Record<GateAction, number>> = {
  no_memory: 0,
  top1_resolution: 16,
  top3_summary: 54,
  high_precision_retrieval: 34,
  high_recall_retrieval: 90,
  abstain: 0,
  ask_feedback: 5,
};

/** Any question takes about as many tokens. */
const questionTokens = 30;
/** The words that mark each card of a wide retrieval as unverified. */
const unverifiedTokens = 10;
/** Most that a card of a summary takes: a line for when, a line for what. */
const briefTokens = 130;

/** Evidence from which on a signature counts as matching. */
const signatureMatches = 0.75;

/** Estimated cost of an action on these candidates, best first. */
export function costOf(action: GateAction, candidates: readonly PolicyCandidate[]): ActionCost {
  return { latencyMs: latencyMsOf[action], tokens: tokensOf(action, candidates) };
}

function tokensOf(action: GateAction, candidates: readonly PolicyCandidate[]): number {
  if (action === 'ask_feedback') return questionTokens;
  if (action === 'high_precision_retrieval') return candidates.find(isSpecific)?.tokenCost ?? 0;
  const shown = candidates.slice(0, shownBy[action]);
  if (action === 'top3_summary')
    return shown.reduce((sum, { tokenCost }) => sum + Math.min(tokenCost, briefTokens), 0);
  const marks = action === 'high_recall_retrieval' ? unverifiedTokens * shown.length : 0;
  return shown.reduce((sum, { tokenCost }) => sum + tokenCost, marks);
}

/** Whether high precision keeps a candidate: every signature that can be told matches, and no name conflicts. */
export function isSpecific({ evidence, strength }: PolicyCandidate): boolean {
  if (evidence === undefined) return strength === 'same';
  const { command, path, stack, conflicts, isOther } = evidence;
  const told = [command, path, stack].filter((match) => match !== untold);
  return !conflicts && !isOther && told.length > 0 && told.every((match) => match >= signatureMatches);
}

/** Actions that can be taken at all: with nothing admitted only silence and a question, and none beyond the budget. */
export function availableActions(
  candidates: readonly PolicyCandidate[],
  budgetTokens: number,
): readonly GateAction[] {
  // At equal scores the first is taken: to abstain from something, or to have no memory of it.
  const silence: readonly GateAction[] =
    candidates.length > 0
      ? ['abstain', 'no_memory', 'ask_feedback']
      : ['no_memory', 'abstain', 'ask_feedback'];
  const fits = (action: GateAction) => tokensOf(action, candidates) <= budgetTokens;
  const showing = injections.filter((action) => {
    if (action === 'top3_summary') return candidates.length >= 2;
    if (action === 'high_precision_retrieval') return candidates.some(isSpecific);
    return candidates.length > 0;
  });
  return [...silence, ...showing].filter(fits);
}

/** The admitted memories of failures: a learning policy shows these alone, since it learns from how well a failure fits. */
export function fixesAmong<Candidate extends PolicyCandidate>(
  candidates: readonly Candidate[],
): readonly Candidate[] {
  return candidates.filter(({ evidence }) => evidence !== undefined);
}

/** Returns the candidates that an action shows, best first: high precision only those that all signatures support. */
export function shownCandidates<Candidate extends PolicyCandidate>(
  action: GateAction,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const fixes = fixesAmong(candidates);
  const kept = action === 'high_precision_retrieval' ? fixes.filter(isSpecific) : fixes;
  return kept.slice(0, shownBy[action]);
}
