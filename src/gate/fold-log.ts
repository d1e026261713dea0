import type { DecisionId, DecisionReceipt, Outcome, OutcomeKind } from '../model/decision.ts';
import { type StateVector, stateFeatures, stateVersion } from '../model/gate-state.ts';
import { latencyMsOf } from './actions.ts';
import type { LedgerEntry } from './guarantee/injection-ledger.ts';
import type { RewardCoefficients } from './options.ts';
import type { JudgedDecision, LearnedState, Policy } from './policy.ts';
import { rewardOf, rewardVersion } from './reward.ts';
import { covariatesVersion } from './risk-covariates.ts';
import { standardiseState } from './state/standardise-state.ts';

/** An injection in the ledger, by its decision. */
interface RecordedInjection extends LedgerEntry {
  readonly id: DecisionId;
}

/** What a gate knows from the log: plain data, stored as one row. */
export interface GateKnowledge {
  /** What it was learned by; knowledge of another key is learned again from the log. */
  readonly key: string;
  readonly learned: LearnedState;
  /** In the order of the log. */
  readonly injections: readonly RecordedInjection[];
  /** Judged decisions, with the kind that was learned. */
  readonly judged: Readonly<Record<string, OutcomeKind>>;
}

/** The policy with all versions that its knowledge depends on. */
export function knowledgeKey({ name, version }: Policy): string {
  return [name, version, stateVersion, covariatesVersion, rewardVersion].join('/');
}

export function emptyKnowledge(policy: Policy): GateKnowledge {
  return { key: knowledgeKey(policy), learned: policy.start(), injections: [], judged: {} };
}

/** Knowledge after a decision: the ledger notes what was shown that nobody had asked for. */
export function foldDecision(
  knowledge: GateKnowledge,
  { id, atMs, verdict, considered }: DecisionReceipt,
): GateKnowledge {
  if (verdict === undefined || !considered.some(({ shown }) => shown)) return knowledge;
  return { ...knowledge, injections: [...knowledge.injections, { id, atMs, status: 'pending' }] };
}

interface OutcomeFold {
  readonly policy: Policy;
  readonly reward: RewardCoefficients;
  /** Undefined when it is not there any more. */
  readonly receipt: DecisionReceipt | undefined;
}

/**
 * Knowledge after an outcome, or undefined when it contradicts one that was learned before: what was learned since must be learned
 * again ({@link relearn}). The ledger takes the worse of both in any case.
 */
export function foldOutcome(
  knowledge: GateKnowledge,
  { decisionId, kind }: Outcome,
  { policy, reward, receipt }: OutcomeFold,
): GateKnowledge | undefined {
  const known = knowledge.judged[decisionId];
  const injections = knowledge.injections.map((one) =>
    one.id === decisionId ? { ...one, status: worse(one.status, kind) } : one,
  );
  const noted = { ...knowledge, injections };
  if (receipt === undefined || kind === 'ignored' || known === kind) return noted;
  const judged = judgedDecision(receipt, kind, reward);
  if (judged === undefined) return noted;
  if (known !== undefined) return worst(known, kind) === known ? noted : undefined;
  return {
    ...noted,
    judged: { ...knowledge.judged, [decisionId]: kind },
    learned: policy.update(knowledge.learned, judged),
  };
}

/** Everything learned anew: each judged decision once, in the order of its first outcome, by the worst that was said of it. */
export function relearn(
  policy: Policy,
  reward: RewardCoefficients,
  log: readonly { readonly receipt: DecisionReceipt; readonly kinds: readonly OutcomeKind[] }[],
): Pick<GateKnowledge, 'learned' | 'judged'> {
  let learned = policy.start();
  const judged: Record<string, OutcomeKind> = {};
  for (const { receipt, kinds } of log) {
    const said = kinds.filter((kind) => kind !== 'ignored');
    if (said.length === 0) continue;
    const kind = said.reduce<OutcomeKind>(worst, 'ignored');
    const decision = judgedDecision(receipt, kind, reward);
    if (decision === undefined) continue;
    judged[receipt.id] = kind;
    learned = policy.update(learned, decision);
  }
  return { learned, judged };
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

/** Of two that are equally bad the later one holds. */
function worst(earlier: OutcomeKind, later: OutcomeKind): OutcomeKind {
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
  const vector = Object.fromEntries(
    stateFeatures.map((feature, at) => [feature, state.features[at]]),
  ) as unknown as StateVector;
  return {
    row: standardiseState(vector),
    covariates: state.covariates,
    action,
    kind,
    reward: rewardOf(kind, { latencyMs: latencyMsOf[action], tokens: usedTokens }, reward),
    scale: reward.falsePositive,
  };
}

/** A label that has not come by then is not waited for: sessions end. One that comes later still counts. */
const pendingMs = 24 * 60 * 60 * 1_000;

/** The ledger as it stands now. */
export function ledgerEntries(injections: readonly LedgerEntry[], nowMs: number): readonly LedgerEntry[] {
  return injections.map(({ atMs, status }) => ({
    atMs,
    status: status === 'pending' && atMs < nowMs - pendingMs ? 'ignored' : status,
  }));
}
