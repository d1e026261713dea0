import { isInjection } from '../../../src/gate/actions.ts';
import { decide } from '../../../src/gate/decide.ts';
import { emptyKnowledge, foldDecision, foldOutcome, type GateKnowledge } from '../../../src/gate/fold-log.ts';
import { emptyLedger, ledgerBalance } from '../../../src/gate/injection-ledger.ts';
import type { Policy } from '../../../src/gate/policy.ts';
import { defaultReward } from '../../../src/gate/reward.ts';
import type { DecisionExplanation, OutcomeKind } from '../../../src/index.ts';
import type { ObservedEvent } from './observe-history.ts';
import type { CandidateTruth } from './truth-of.ts';

type DecisionReceipt = DecisionExplanation['receipt'];
type PolicyVerdict = ReturnType<Policy['decide']>;

/** The decision of a policy about an event. */
export interface LiveStep {
  readonly event: ObservedEvent;
  /** Of the one memory that it showed; absent where it was silent. */
  readonly shown?: CandidateTruth;
  /** Of that which it showed, or would have shown. */
  readonly best?: CandidateTruth;
  /** Estimated chance that it is wrong; absent where the policy estimates none. */
  readonly risk?: number;
  readonly kind: OutcomeKind;
}

export interface LiveRun {
  readonly steps: readonly LiveStep[];
  /** Days that ended with an injection and with more false positives in 30 days than the ledger promises. */
  readonly violations: number;
}

export interface LiveMethod {
  readonly name: string;
  readonly policy: Policy;
  /** A baseline is judged by itself: the ledger would silence it, and only says how often the bound broke. */
  readonly ignoresLedger?: boolean;
}

const dayMs = 24 * 60 * 60 * 1_000;
const windowMs = 30 * dayMs;
/** Share and number of false positives that the ledger allows. */
const [alpha, allowance] = [0.1, 5];

/**
 * Runs a policy through the events in order: it decides, gets the outcome and learns, and the ledger counts. Feedback comes for shown
 * memories and for those that would have been; of several to show, the first is shown.
 */
export function runLive(
  { policy, ignoresLedger = false }: LiveMethod,
  events: readonly ObservedEvent[],
): LiveRun {
  const settings = {
    ...{ falsePositiveShare: alpha, falsePositiveAllowance: allowance },
    pendingCounts: 'estimated',
  } as const;
  let knowledge: GateKnowledge = emptyKnowledge(policy);
  const steps: LiveStep[] = [];
  for (const [at, event] of events.entries()) {
    const { atMs, state } = event;
    const id = at.toString(16).padStart(8, '0') as DecisionReceipt['id'];
    const ledger = ignoresLedger ? emptyLedger : ledgerBalance(knowledge.injections, atMs, settings);
    const verdict = decide(state, { policy, learned: knowledge.learned, ledger, id, holdBackShare: 0 });
    const step = judge(event, verdict);
    const receipt = receiptOf(id, atMs, verdict, step.shown !== undefined);
    knowledge = foldDecision(knowledge, receipt);
    const outcome = {
      id,
      decisionId: id,
      kind: step.kind,
      by: 'tests',
      principal: 'user:ada',
      atMs,
    } as const;
    knowledge =
      foldOutcome(knowledge, outcome, { policy, reward: defaultReward, receipt, sequence: at + 1 }) ??
      knowledge;
    steps.push(step);
  }
  return { steps, violations: countViolations(steps) };
}

function judge(event: ObservedEvent, verdict: PolicyVerdict): LiveStep {
  const { truths, state } = event;
  const same = state.candidates.find(({ strength }) => strength === 'same');
  const shownId = isInjection(verdict.action) ? (verdict.shows?.[0] ?? same?.itemId) : undefined;
  const bestId = shownId ?? verdict.shadow;
  const best = bestId === undefined ? undefined : truths[bestId];
  const shown = shownId === undefined ? undefined : best;
  return {
    event,
    ...(shown && { shown }),
    ...(best && { best }),
    ...(verdict.risk === undefined ? {} : { risk: verdict.risk }),
    kind: kindOf(verdict, shown, best),
  };
}

function kindOf(
  { action }: PolicyVerdict,
  shown: CandidateTruth | undefined,
  best: CandidateTruth | undefined,
): OutcomeKind {
  if (shown !== undefined)
    return !shown.sharesFile ? 'false_positive' : shown.sharesFunction ? 'verified' : 'accepted';
  if (action === 'ask_feedback') return 'ignored';
  return best?.sharesFile ? 'missed' : 'correct_abstain';
}

function receiptOf(
  id: DecisionReceipt['id'],
  atMs: number,
  verdict: PolicyVerdict,
  isShown: boolean,
): DecisionReceipt {
  const considered = isShown ? [{ shown: true } as DecisionReceipt['considered'][number]] : [];
  return {
    ...{ id, atMs, verdict, considered, moment: 'after_failure', scopes: [], client: 'library' },
    query: '' as DecisionReceipt['query'],
    ...{ budgetTokens: 0, usedTokens: 0 },
  };
}

function countViolations(steps: readonly LiveStep[]): number {
  const injected = steps.filter(({ shown }) => shown !== undefined);
  const days = new Set(injected.map(({ event }) => Math.floor(event.atMs / dayMs)));
  return [...days].filter((day) => {
    const endMs = (day + 1) * dayMs;
    const within = injected.filter(({ event: { atMs } }) => atMs < endMs && atMs >= endMs - windowMs);
    const wrong = within.filter(({ kind }) => kind === 'false_positive').length;
    return wrong > alpha * within.length + allowance + 1e-9;
  }).length;
}
