import type { MatchStrength, OutcomeKind, PolicyVerdict } from '../model/decision.ts';
import type { GateAction } from '../model/gate.ts';
import type { CandidateEvidence, StateVector } from '../model/gate-state.ts';
import type { ItemId } from '../model/memory-item.ts';
import type { FailureMatch } from '../model/recorded-failure.ts';
import type { LedgerBalance } from './guarantee/injection-ledger.ts';

/** One admitted memory, as a policy sees it. */
export interface PolicyCandidate {
  readonly itemId: ItemId;
  /** Share of the query that it covers, 0–1. */
  readonly relevance: number;
  readonly strength: MatchStrength;
  readonly tokenCost: number;
  /** How well its failure fits; absent when either side is none. */
  readonly evidence?: CandidateEvidence | undefined;
  /** It, or something near it, was turned down in this session; 0–1. */
  readonly sessionPenalty?: number | undefined;
  /** Times that it was judged a false positive, and was judged at all. */
  readonly judged?: { readonly falsePositives: number; readonly all: number } | undefined;
}

/** Everything from which a policy decides. Equal states give equal verdicts. */
export interface GateState {
  /** Admitted memories, best first. */
  readonly candidates: readonly PolicyCandidate[];
  /** Number of relevant memories, admitted or not. */
  readonly nearCount: number;
  /** How well the failure at hand is known; absent where none is at hand. */
  readonly match?: FailureMatch;
  readonly budgetTokens: number;
  /** z; absent where no failure is at hand. */
  readonly vector?: StateVector | undefined;
}

/** What a policy has learned, as plain data that can be stored. */
export type LearnedState = Readonly<Record<string, unknown>>;

/** What a policy decides with beside the state at hand. */
interface PolicyMemory {
  readonly learned: LearnedState;
  /** Draws from [0, 1), seeded by the decision: the same log and seed give the same decision. */
  readonly random: () => number;
  /** What the ledger of injections allows. */
  readonly ledger: LedgerBalance;
}

/** A decision whose outcome is known: what policies learn from. */
export interface JudgedDecision {
  readonly row: readonly number[];
  /** Covariates of the risk of a false positive, beside the row. */
  readonly covariates: readonly number[];
  readonly action: GateAction;
  readonly kind: OutcomeKind;
  /** Eq. 12, cost included. */
  readonly reward: number;
  /** γ, by which rewards are divided. */
  readonly scale: number;
}

/** The second stage of the gate: decides whether and how memories enter a context unasked (RSCB-MC, Section 3). */
export interface Policy {
  readonly name: string;
  /** Increased whenever equal states may give other verdicts than before, or the learned state means something else. */
  readonly version: number;
  /** What it knows before any outcome. */
  start(): LearnedState;
  decide(state: GateState, memory: PolicyMemory): PolicyVerdict;
  /** What it knows after one more outcome; never changes what it is given. */
  update(learned: LearnedState, judged: JudgedDecision): LearnedState;
}

/** A policy whose learned state has a shape of its own. */
export interface PolicyDefinition<State extends object> extends Pick<Policy, 'name' | 'version'> {
  start(): State;
  decide(state: GateState, learned: State, memory: PolicyMemory): PolicyVerdict;
  update(learned: State, judged: JudgedDecision): State;
}

/** Hides the shape of a policy's state: whoever stores it keeps it as it is, under the policy's name and version. */
export function definePolicy<State extends object>(definition: PolicyDefinition<State>): Policy {
  const { name, version } = definition;
  return {
    name,
    version,
    start: () => definition.start() as LearnedState,
    decide: (state, memory) => definition.decide(state, memory.learned as State, memory),
    update: (learned, judged) => definition.update(learned as State, judged) as LearnedState,
  };
}

/** For policies that learn nothing. */
export const learnsNothing: Pick<Policy, 'start' | 'update'> = {
  start: () => ({}),
  update: (learned) => learned,
};
