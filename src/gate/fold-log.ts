import {
  type DecisionId,
  type DecisionReceipt,
  isDoubt,
  isRefuted,
  type Outcome,
  type OutcomeKind,
} from '../model/decision.ts';
import {
  type GateAction,
  gateActions,
  type StateVector,
  stateFeatures,
  stateVersion,
} from '../model/gate.ts';
import { latencyMsOf } from './actions.ts';
import { type LedgerEntry, ledgerMs } from './injection-ledger.ts';
import type { RewardCoefficients } from './options.ts';
import type { JudgedDecision, LearnedState, Policy } from './policy.ts';
import { rewardOf, rewardVersion } from './reward.ts';
import { covariateCount, covariatesVersion, isPlaceSound } from './risk-covariates.ts';
import { standardiseState } from './state-vector.ts';

interface RecordedInjection extends LedgerEntry {
  readonly id: DecisionId;
}

/** Knowledge of a gate from the log: plain data, stored as one row. */
export interface GateKnowledge {
  /** Key of the policy that learned it; knowledge of another key is learned again from the log. */
  readonly key: string;
  readonly learned: LearnedState;
  /** In the order of the log. */
  readonly injections: readonly RecordedInjection[];
  /** Judged decisions, with the kind that was learned. */
  readonly judged: Readonly<Record<string, JudgedEntry>>;
  /** Outcomes up to this place in the log are not learned from, after a reset. The ledger counts them all the same. */
  readonly learnsAfter?: number;
  /** Decisions up to this place in the log are compacted. */
  readonly compactedTo?: number;
}

interface JudgedEntry {
  readonly kind: OutcomeKind;
  /** Time of the decision. */
  readonly atMs: number;
}

const foldVersion = 4;

/** The policy with all versions that its knowledge depends on. */
export function knowledgeKey({ name, version }: Policy): string {
  return [name, version, stateVersion, covariatesVersion, rewardVersion, foldVersion].join('/');
}

export function emptyKnowledge(policy: Policy): GateKnowledge {
  return { key: knowledgeKey(policy), learned: policy.start(), injections: [], judged: {} };
}

/** Knowledge after a decision: the ledger notes memories that were shown unasked. */
export function foldDecision(
  knowledge: GateKnowledge,
  { id, atMs, verdict, considered }: DecisionReceipt,
): GateKnowledge {
  if (verdict === undefined || !considered.some(({ shown }) => shown)) return knowledge;
  return { ...knowledge, injections: [...knowledge.injections, { id, atMs, status: 'pending' }] };
}

const dayMs = 24 * 60 * 60 * 1_000;
/** A later outcome is not learned from: the state that it would be learned with is forgotten by then. */
const latestMs = 45 * dayMs;
/** Kept however old: a clock that once ran ahead must not empty the ledger. */
const alwaysKept = 1_000;

/** The same without entries that the ledger does not count and no later word can change, so that it stays small. */
export function forgetOld(knowledge: GateKnowledge, nowMs: number): GateKnowledge {
  const { injections } = knowledge;
  const judged = Object.entries(knowledge.judged);
  return {
    ...knowledge,
    injections: injections.filter(
      ({ atMs }, at) => atMs >= nowMs - ledgerMs || at >= injections.length - alwaysKept,
    ),
    judged: Object.fromEntries(
      judged.filter(([, { atMs }], at) => atMs >= nowMs - latestMs || at >= judged.length - alwaysKept),
    ),
  };
}

interface OutcomeFold {
  readonly policy: Policy;
  readonly reward: RewardCoefficients;
  /** Undefined when it is not there any more. */
  readonly receipt: DecisionReceipt | undefined;
  /** Place of the outcome in the log. */
  readonly sequence: number;
}

/**
 * Returns the knowledge after an outcome, or undefined when the outcome contradicts an earlier one: everything since
 * must be learned again ({@link relearn}). The ledger takes the worse of both in any case.
 */
export function foldOutcome(
  knowledge: GateKnowledge,
  outcome: Outcome,
  { policy, reward, receipt, sequence }: OutcomeFold,
): GateKnowledge | undefined {
  if (!isHeard(outcome)) return knowledge;
  const { decisionId, kind, atMs } = outcome;
  const known = knowledge.judged[decisionId]?.kind;
  const injections = knowledge.injections.map((one) =>
    one.id === decisionId ? { ...one, status: worse(one.status, kind) } : one,
  );
  const noted = { ...knowledge, injections };
  if (receipt === undefined || kind === 'ignored' || known === kind || !(kind in badness)) return noted;
  if (isPast({ sequence, atMs }, receipt, knowledge)) return noted;
  const judged = judgedDecision(receipt, kind, reward);
  if (judged === undefined) return noted;
  if (known !== undefined) return worstOutcome(known, kind) === known ? noted : undefined;
  return {
    ...noted,
    judged: { ...knowledge.judged, [decisionId]: { kind, atMs: receipt.atMs } },
    learned: policy.update(knowledge.learned, judged),
  };
}

/** An agent's doubt only asks a person: otherwise four doubts would close the gate for every session and repository. */
function isHeard(outcome: Outcome): boolean {
  return !isRefuted(outcome) && !isDoubt(outcome);
}

/** Whether it is not learned from: it came before a reset, or too late. */
function isPast(
  { sequence, atMs }: { readonly sequence: number; readonly atMs: number },
  receipt: DecisionReceipt,
  { learnsAfter = 0 }: Pick<GateKnowledge, 'learnsAfter'>,
): boolean {
  return sequence <= learnsAfter || atMs > receipt.atMs + latestMs;
}

interface LoggedOutcome {
  readonly sequence: number;
  readonly outcome: Outcome;
}

/** Part of the log after the known part. */
interface LogTail {
  readonly decisions: readonly DecisionReceipt[];
  readonly outcomes: readonly LoggedOutcome[];
  /** Undefined when it is not there any more. */
  readonly receiptOf: (id: DecisionId) => DecisionReceipt | undefined;
  /** All outcomes of the log, read only where one contradicts a learned one. */
  readonly allOutcomes: () => readonly LoggedOutcome[];
}

/** Knowledge after a part of the log. Where an outcome contradicts a learned one, all is learned anew. */
export function foldLog(
  before: GateKnowledge,
  { decisions, outcomes, receiptOf, allOutcomes }: LogTail,
  policy: Policy,
  reward: RewardCoefficients,
): GateKnowledge {
  let knowledge = decisions.reduce(foldDecision, before);
  let contradicts = false;
  for (const { sequence, outcome } of outcomes) {
    const receipt = receiptOf(outcome.decisionId);
    const folded = foldOutcome(knowledge, outcome, { policy, reward, receipt, sequence });
    contradicts ||= folded === undefined;
    knowledge = folded ?? withWorse(knowledge, outcome);
  }
  if (!contradicts) return knowledge;
  const log = [...Map.groupBy(allOutcomes(), ({ outcome }) => outcome.decisionId)].flatMap(([id, told]) => {
    const receipt = receiptOf(id);
    return receipt === undefined ? [] : [{ receipt, told }];
  });
  return { ...knowledge, ...relearn(policy, reward, log, knowledge) };
}

/** A decision with every word on it, in the order of the log. */
interface LoggedDecision {
  readonly receipt: DecisionReceipt;
  readonly told: readonly LoggedOutcome[];
}

/** Learns all anew: each judged decision once, in the order of its first outcome, by its worst outcome. */
function relearn(
  policy: Policy,
  reward: RewardCoefficients,
  log: readonly LoggedDecision[],
  terms: Pick<GateKnowledge, 'learnsAfter'>,
): Pick<GateKnowledge, 'learned' | 'judged'> {
  let learned = policy.start();
  const judged: Record<string, JudgedEntry> = {};
  for (const { receipt, told } of log) {
    const said = told
      .filter(
        ({ sequence, outcome }) =>
          isHeard(outcome) && !isPast({ sequence, atMs: outcome.atMs }, receipt, terms),
      )
      .map(({ outcome }) => outcome.kind)
      .filter((kind) => kind !== 'ignored' && kind in badness);
    if (said.length === 0) continue;
    const kind = said.reduce<OutcomeKind>(worstOutcome, 'ignored');
    const decision = judgedDecision(receipt, kind, reward);
    if (decision === undefined) continue;
    judged[receipt.id] = { kind, atMs: receipt.atMs };
    learned = policy.update(learned, decision);
  }
  return { learned, judged };
}

/** The worst outcome of each decision, as it is learned; `ignored` teaches nothing. */
export function judgedKinds(
  outcomes: readonly { readonly outcome: Outcome }[],
): ReadonlyMap<DecisionId, OutcomeKind> {
  const kinds = new Map<DecisionId, OutcomeKind>();
  for (const { outcome } of outcomes) {
    const { decisionId, kind } = outcome;
    if (kind === 'ignored' || !(kind in badness) || !isHeard(outcome)) continue;
    kinds.set(decisionId, worstOutcome(kinds.get(decisionId) ?? 'ignored', kind));
  }
  return kinds;
}

const badness: Readonly<Record<OutcomeKind, number>> = {
  false_positive: 3,
  rejected: 2,
  missed: 1,
  correct_abstain: 1,
  accepted: 1,
  verified: 1,
  ignored: 0,
};

/** The worse outcome; of equal ones the later. */
function worstOutcome(earlier: OutcomeKind, later: OutcomeKind): OutcomeKind {
  return badness[earlier] > badness[later] ? earlier : later;
}

function worse(status: LedgerEntry['status'], kind: OutcomeKind): LedgerEntry['status'] {
  if (status === 'false_positive' || kind === 'false_positive') return 'false_positive';
  return ['verified', 'accepted', 'rejected'].includes(kind) ? 'clean' : status;
}

function judgedDecision(
  { verdict, usedTokens }: DecisionReceipt,
  kind: OutcomeKind,
  reward: RewardCoefficients,
): JudgedDecision | undefined {
  const state = verdict?.state;
  if (verdict === undefined || state?.version !== stateVersion) return undefined;
  const { action } = verdict;
  // A receipt by another version, or by hand, teaches nothing; nor does it keep the rest from being learned.
  if (!isSound({ action, tokens: usedTokens, ...state })) return undefined;
  if (verdict.place !== undefined && !isPlaceSound(verdict.place)) return undefined;
  const vector = vectorOf(state.features);
  return {
    row: standardiseState(vector),
    covariates: state.covariates,
    action,
    kind,
    reward: rewardOf(kind, { latencyMs: latencyMsOf[action], tokens: usedTokens }, reward),
    scale: reward.falsePositive,
    ...(verdict.place === undefined ? {} : { place: verdict.place }),
  };
}

export function vectorOf(features: readonly number[]): StateVector {
  return Object.fromEntries(
    stateFeatures.map((feature, at) => [feature, features[at]]),
  ) as unknown as StateVector;
}

interface WrittenState {
  readonly action: GateAction;
  readonly tokens: number;
  readonly features: readonly number[];
  readonly covariates: readonly number[];
}

function isSound({ action, tokens, features, covariates }: WrittenState): boolean {
  return (
    gateActions.includes(action) &&
    Number.isFinite(tokens) &&
    tokens >= 0 &&
    features.length === stateFeatures.length &&
    features.every(Number.isFinite) &&
    covariates.length === covariateCount &&
    covariates.every(Number.isFinite)
  );
}

/** The ledger hears of a contradiction at once; the policy learns again afterwards. */
function withWorse(knowledge: GateKnowledge, outcome: Outcome): GateKnowledge {
  const { decisionId, kind } = outcome;
  if (kind !== 'false_positive' || !isHeard(outcome)) return knowledge;
  const injections = knowledge.injections.map((one) =>
    one.id === decisionId ? ({ ...one, status: 'false_positive' } as const) : one,
  );
  return { ...knowledge, injections };
}
