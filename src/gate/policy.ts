import type { OutcomeKind, PolicyVerdict, SeenState } from '../model/decision.ts';
import type { PlaceEvidence } from '../model/evidence.ts';
import type { GateAction, GateCandidate, StateVector } from '../model/gate.ts';
import type { LedgerBalance } from './injection-ledger.ts';

/** One admitted memory, as a policy sees it. */
export type PolicyCandidate = GateCandidate;

/** Everything from which a policy decides. Equal states give equal verdicts. */
export interface GateState extends SeenState {
  /** z; absent where no failure is at hand. */
  readonly vector?: StateVector | undefined;
}

/** Learned state of a policy, as plain data that can be stored. */
export type LearnedState = Readonly<Record<string, unknown>>;

/** Knowledge that a policy decides with, beside the state at hand. */
interface PolicyMemory {
  readonly learned: LearnedState;
  /** Draws from [0, 1), seeded by the decision: the same log and seed give the same decision. */
  readonly random: () => number;
  /** Injections that the ledger allows. */
  readonly ledger: LedgerBalance;
}

/** A decision with its outcome, from which policies learn. */
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
  /** There where it rested on the place that a fix changed. */
  readonly place?: PlaceEvidence;
}

/** The second stage of the gate: decides whether and how memories enter a context unasked (RSCB-MC, Section 3). */
export interface Policy {
  readonly name: string;
  /** Increased whenever equal states may give other verdicts than before, or the learned state means something else. */
  readonly version: number;
  /** Returns its knowledge before any outcome. */
  start(): LearnedState;
  decide(state: GateState, memory: PolicyMemory): PolicyVerdict;
  /** Returns its knowledge after one more outcome; never changes its arguments. */
  update(learned: LearnedState, judged: JudgedDecision): LearnedState;
  /** Describes its knowledge as a few numbers with their meaning. */
  describe?(learned: LearnedState): readonly KnownNumber[];
}

export interface KnownNumber {
  readonly description: string;
  readonly value: number;
}

/** A policy whose learned state has a shape of its own. */
export interface PolicyDefinition<State extends object> extends Pick<Policy, 'name' | 'version'> {
  start(): State;
  decide(state: GateState, learned: State, memory: PolicyMemory): PolicyVerdict;
  update(learned: State, judged: JudgedDecision): State;
  describe?(learned: State): readonly KnownNumber[];
}

/** Hides the shape of a policy's state: the store keeps it unread, under the policy's name and version. */
export function definePolicy<State extends object>(definition: PolicyDefinition<State>): Policy {
  const { name, version, describe } = definition;
  return {
    name,
    version,
    start: () => definition.start() as LearnedState,
    decide: (state, memory) => definition.decide(state, memory.learned as State, memory),
    update: (learned, judged) => definition.update(learned as State, judged) as LearnedState,
    ...(describe && { describe: (learned) => describe(learned as State) }),
  };
}

export const learnsNothing: Pick<Policy, 'start' | 'update'> = {
  start: () => ({}),
  update: (learned) => learned,
};
