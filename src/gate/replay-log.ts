import type { DecisionReceipt, Outcome, PolicyVerdict } from '../model/decision.ts';
import { stateVersion } from '../model/gate.ts';
import { decide } from './decide.ts';
import { emptyKnowledge, foldLog, type GateKnowledge, vectorOf } from './fold-log.ts';
import { ledgerBalance } from './injection-ledger.ts';
import type { GateSettings } from './options.ts';
import type { GateState, Policy } from './policy.ts';

/** The log as it is stored, each part in its order. */
export interface GateLog {
  readonly decisions: readonly { readonly sequence: number; readonly receipt: DecisionReceipt }[];
  readonly outcomes: readonly { readonly sequence: number; readonly outcome: Outcome }[];
}

/** A decision of the log, and that of a policy in its place. */
export interface ReplayedDecision {
  readonly receipt: DecisionReceipt;
  readonly state: GateState;
  readonly verdict: PolicyVerdict;
}

export interface LogReplay {
  readonly replayed: readonly ReplayedDecision[];
  /** Decisions whose receipts no longer say all that was seen: compacted ones, and those of older versions. */
  readonly passedOver: number;
}

/**
 * Decides each decision of the log again, with the outcomes known then: the same policy and settings decide the same.
 */
export function replayLog(log: GateLog, policy: Policy, settings: GateSettings): LogReplay {
  const replayed: ReplayedDecision[] = [];
  const past = new ReplayedPast(log, policy, settings);
  let passedOver = 0;
  for (const { sequence, receipt } of log.decisions) {
    const { verdict } = receipt;
    if (verdict === undefined) continue;
    const state = stateOf(verdict);
    if (state === undefined) {
      passedOver += 1;
      continue;
    }
    const { learned, ledger } = past.knownAt(receipt, verdict.log?.decisionSequence ?? sequence - 1);
    const again = decide(state, {
      ...{ policy, learned, ledger, id: receipt.id },
      holdBackShare: settings.holdBackShare,
    });
    replayed.push({ receipt, state, verdict: again });
  }
  return { replayed, passedOver };
}

/** Returns the state that a policy saw; undefined where the receipt does not tell it. */
function stateOf({ seen, state }: PolicyVerdict): GateState | undefined {
  if (seen === undefined) return undefined;
  if (state === undefined) return seen;
  return state.version === stateVersion ? { ...seen, vector: vectorOf(state.features) } : undefined;
}

/** Knowledge of a policy at each decision: the log folded as far as it was then. */
class ReplayedPast {
  readonly #log: GateLog;
  readonly #policy: Policy;
  readonly #settings: GateSettings;
  readonly #receipts: ReadonlyMap<string, DecisionReceipt>;
  #knowledge: GateKnowledge;
  #decisions = 0;
  #outcomes = 0;

  constructor(log: GateLog, policy: Policy, settings: GateSettings) {
    this.#log = log;
    this.#policy = policy;
    this.#settings = settings;
    this.#receipts = new Map(log.decisions.map(({ receipt }) => [receipt.id, receipt]));
    this.#knowledge = emptyKnowledge(policy);
  }

  knownAt(receipt: DecisionReceipt, decisionSequence: number) {
    // Two that decide at once may each not know of the other: then it is folded anew from the beginning.
    const outcomeSequence = receipt.verdict?.log?.outcomeSequence ?? Number.POSITIVE_INFINITY;
    const isBehind =
      (this.#log.decisions[this.#decisions - 1]?.sequence ?? 0) > decisionSequence ||
      (this.#log.outcomes[this.#outcomes - 1]?.sequence ?? 0) > outcomeSequence;
    if (isBehind) {
      this.#knowledge = emptyKnowledge(this.#policy);
      this.#decisions = 0;
      this.#outcomes = 0;
    }
    this.#foldTo(decisionSequence, outcomeSequence);
    const { learned, injections } = this.#knowledge;
    return { learned, ledger: ledgerBalance(injections, receipt.atMs, this.#settings) };
  }

  #foldTo(decisionSequence: number, outcomeSequence: number): void {
    const { decisions, outcomes } = this.#log;
    const decisionsTo = endOf(decisions, this.#decisions, decisionSequence);
    const outcomesTo = endOf(outcomes, this.#outcomes, outcomeSequence);
    const tail = {
      decisions: decisions.slice(this.#decisions, decisionsTo).map(({ receipt }) => receipt),
      outcomes: outcomes.slice(this.#outcomes, outcomesTo),
      receiptOf: (id: string) => this.#receipts.get(id),
      allOutcomes: () => outcomes.slice(0, outcomesTo),
    };
    this.#knowledge = foldLog(this.#knowledge, tail, this.#policy, this.#settings.reward);
    this.#decisions = decisionsTo;
    this.#outcomes = outcomesTo;
  }
}

/** Place after the last entry up to a sequence. */
function endOf(log: readonly { readonly sequence: number }[], from: number, sequence: number): number {
  let at = from;
  while (at < log.length && (log[at]?.sequence ?? 0) <= sequence) at += 1;
  return at;
}
