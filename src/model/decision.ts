import type { ItemId, RedactedText } from './brands.ts';
import type { GraphReach } from './card.ts';
import type { FailureMatch, PlaceEvidence, ScoreTree } from './evidence.ts';
import type { FailureProfile } from './failure.ts';
import type {
  Admission,
  CandidateEvidence,
  GateAction,
  GateCandidate,
  OmissionReason,
  OverrideReason,
} from './gate.ts';
import type { Freshness, MemoryItem } from './memory-item.ts';
import type { Scope } from './provenance.ts';
import type { CommitId, RepositoryId } from './repository.ts';

/** Random UUID of a decision. */
export type DecisionId = string & { readonly __brand: 'DecisionId' };

/** Cause of a recall: a user or agent asked for memories, or a command of the agent failed. */
export type RecallMoment = 'asked' | 'after_failure';

/** Cause of the decision. All but the first occur in a session of an agent that did not ask. */
export const decisionMoments = [
  'asked',
  'after_failure',
  'session_start',
  'prompt',
  'before_edit',
  'before_compaction',
  /** A hard rule stopped a call. */
  'before_call',
] as const;
export type DecisionMoment = (typeof decisionMoments)[number];

/** How well a memory fits the query. `same`: it resolved this very failure; `similar`: it may be relevant. */
export type MatchStrength = 'same' | 'similar' | 'different';

/**
 * One candidate memory. The receipt holds its id and never its text, so forgetting the memory leaves receipts intact.
 */
export interface ConsideredMemory {
  readonly itemId: ItemId;
  /** Lexical score (BM25) with its parts. */
  readonly score: ScoreTree;
  /** Share of the query's terms that the memory contains, weighted by rarity, 0–1. */
  readonly relevance: number;
  readonly strength: MatchStrength;
  /** How its failure compares with the queried one; set when both are failures. */
  readonly comparison?: ScoreTree;
  /** How likely it answers, by its parts; set when something was asked in words alone and it was compared. */
  readonly answer?: ScoreTree;
  /** The same as numbers, where the gate decided from them. */
  readonly evidence?: CandidateEvidence;
  readonly freshness: Freshness | 'none';
  readonly admission: Admission;
  readonly tokenCost: number;
  readonly shown: boolean;
  /** Why it was not shown although it was admitted. */
  readonly omitted?: OmissionReason;
  /** Where it was reached from that is not there by its words. */
  readonly reached?: GraphReach;
}

/** The policy's scored actions, best first. */
export interface PolicyVerdict {
  readonly policy: string;
  readonly policyVersion: number;
  readonly action: GateAction;
  /** Probability with which the policy takes this action here, 0–1. */
  readonly propensity: number;
  readonly reason: string;
  readonly actionScores: readonly { readonly action: GateAction; readonly score: ScoreTree }[];
  /** Memories that the action shows, best first, as far as they fit; absent: the memories of this very failure. */
  readonly shows?: readonly ItemId[];
  /** Memory that would have been shown, where none is: its label, given later, teaches as well. */
  readonly shadow?: ItemId;
  /** The action that scored best and was replaced by silence, and why. */
  readonly overridden?: { readonly action: GateAction; readonly reason: OverrideReason };
  /** Estimated chance that the shown memory would be wrong, 0–1. */
  readonly risk?: number;
  /** Set where the memory it shows, or would show, rests on the place that its fix changed. */
  readonly place?: PlaceEvidence;
  /** The state it decided from, absent where no failure was at hand. */
  readonly state?: DecidedState;
  /** All that it saw beside, so that it can be decided again; absent once the receipt is compacted. */
  readonly seen?: SeenState;
  /** Up to where the log was known. */
  readonly log?: { readonly decisionSequence: number; readonly outcomeSequence: number };
  /** Counts in the ledger of injections. */
  readonly ledger?: { readonly falsePositives: number; readonly pending: number; readonly labelled: number };
  /** Where its knowledge came from: outcomes of this memory, or shipped priors alone. */
  readonly knowledge?: 'outcomes' | 'priors' | 'none';
}

/** The features of a decision, in the order of `stateFeatures`, in their own units. */
export interface DecidedState {
  readonly version: number;
  readonly features: readonly number[];
  /** Evidence beside the state that the risk is estimated from. */
  readonly covariates: readonly number[];
}

/** Facts that a policy sees beside the state vector. */
export interface SeenState {
  /** Admitted memories, best first. */
  readonly candidates: readonly GateCandidate[];
  /** Number of relevant memories, admitted or not. */
  readonly nearCount: number;
  /** How well the failure at hand is known; absent where none is at hand. */
  readonly match?: FailureMatch;
  readonly budgetTokens: number;
}

/** A file that was named to an agent. */
export interface NamedPlace {
  /** From the top of the repository. */
  readonly path: string;
  /** Chance that the work changes it, 0–1. */
  readonly confidence: number;
}

/** Commands and edits of a session until a failure ended. */
export interface StepsTaken {
  /** From what was shown on. */
  readonly now: number;
  /** When the fix that was shown was learned: from the failure on. */
  readonly firstTime?: number;
}

/** Everything a decision was made from, so that it can be explained and replayed with the same result. */
export interface DecisionReceipt {
  readonly id: DecisionId;
  readonly atMs: number;
  readonly moment: DecisionMoment;
  readonly repositoryId?: RepositoryId;
  readonly scopes: readonly Scope[];
  /** Session of the agent, as the agent names it. */
  readonly session?: string;
  /** Program that asked: `cli`, `claude-code`. */
  readonly client: string;
  /** The query text, redacted and cut. */
  readonly query: RedactedText;
  /** The failure that was asked about; set when a command failed. */
  readonly failure?: FailureProfile;
  readonly considered: readonly ConsideredMemory[];
  /** Absent when memories were asked for: the policy only decides about memories shown unasked. */
  readonly verdict?: PolicyVerdict;
  /** Commits that were offered beside the memories. */
  readonly commits?: readonly { readonly id: CommitId; readonly confidence: number }[];
  /** Earlier tasks that were offered beside the memories. */
  readonly experiences?: readonly { readonly id: ItemId; readonly confidence: number }[];
  /** Files that were named beside the memories, or in their place, and how likely each is to be changed. */
  readonly places?: readonly NamedPlace[];
  /** Failures whose rules were named beside the memories. */
  readonly rules?: readonly ItemId[];
  /** The memories were put in the order of how likely each answers the question. */
  readonly reranked?: true;
  /** Question to a judge about the order, and its ledger; absent where none was asked. */
  readonly judgement?: Judgement;
  /** Use of an embedder; absent where none was used. */
  readonly embedding?: EmbeddingReceipt;
  /** Memories of scopes not read here that fit the question, where nothing was shown; at most five are counted. */
  readonly elsewhere?: number;
  readonly budgetTokens: number;
  readonly usedTokens: number;
  /** Noted when its session is read; absent: not known. */
  readonly steps?: StepsTaken;
  /** Shown memories are counted from here later (`maintain`); absent: an older version counted them at once. */
  readonly countsLater?: true;
  /** The parts of scores, and the data to decide again, were taken out: it is old. */
  readonly isCompacted?: true;
}

export const outcomeKinds = [
  'verified',
  'accepted',
  'rejected',
  'false_positive',
  'correct_abstain',
  'missed',
  'ignored',
] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** The result of a decision, or of one memory that it showed. */
export interface Outcome {
  /** Derived from the feedback, so that equal feedback has the same id and counts once. */
  readonly id: string;
  readonly decisionId: DecisionId;
  readonly itemId?: ItemId;
  readonly kind: OutcomeKind;
  readonly by: 'user' | 'agent' | 'tests' | 'inference';
  readonly principal: string;
  /** Session of the agent in which the outcome was reported, as the agent names it. */
  readonly session?: string;
  readonly atMs: number;
}

/** Kinds that were once inferred from a file that two fixes had in common, which tells nothing. */
const refutedKinds: readonly OutcomeKind[] = ['accepted', 'missed', 'correct_abstain'];

/** Whether an outcome in the log was inferred in a way that proved wrong: it stays in the log, and counts for nothing. */
export function isRefuted({ principal, kind }: Pick<Outcome, 'principal' | 'kind'>): boolean {
  return principal === 'inference:session-end' && refutedKinds.includes(kind);
}

/**
 * Whether it is an agent's word, or a session's act, against a memory. It acts in the session that the memory
 * was shown in, and asks a person; it removes no person's word from other sessions, and the gate neither
 * learns from it nor counts it.
 */
export function isDoubt({ by, kind }: Pick<Outcome, 'by' | 'kind'>): boolean {
  return by === 'agent' && (kind === 'rejected' || kind === 'false_positive');
}

/** How often each outcome was reported for a memory. */
export type OutcomeCounts = Readonly<Partial<Record<OutcomeKind, number>>>;

/**
 * Why a judge was asked. `near_tie`: several memories are nearly as likely the answer; `conflict`: two of the likeliest
 * contradict each other; `high_risk`: one of them may lead astray.
 */
export type RouteReason = 'unsure' | 'near_tie' | 'conflict' | 'high_risk';

/** Result of asking. All but `judged` leave the order: the judge threw, took too long, or gave an unfit answer. */
export type JudgeResult = 'judged' | 'failed' | 'too_late' | 'unusable';

/** The question was told, and these memories, which were not known yet. */
export interface EmbeddingReceipt {
  readonly model: string;
  readonly told: readonly ItemId[];
  /** Why there are no vectors; the answer is that of words then. */
  readonly fault?: string;
}

/**
 * Question to a judge within one decision, and its answer: the evidence ledger of the CICL paper's Figure 1. It holds
 * ids and numbers and never a text, so forgetting a memory leaves it intact.
 */
export interface Judgement {
  /** As the judge calls itself. */
  readonly judge: string;
  readonly reasons: readonly RouteReason[];
  readonly result: JudgeResult;
  /** Why a language model gave no answer. */
  readonly fault?: string;
  /** One claim for each memory it was asked about, that this memory helps, in the order before it was asked. */
  readonly ledger: readonly LedgerEntry[];
}

/** Claim that one memory helps with the question, and the evidence for and against it. */
export interface LedgerEntry {
  readonly itemId: ItemId;
  /** `supported`: judged useful, and nothing contradicts it; `limited`: judged, but one of these fails; `deferred`: not judged. */
  readonly state: 'supported' | 'limited' | 'deferred';
  /** Other memories of the ledger that say the same, by the judge. */
  readonly supportedBy: readonly ItemId[];
  /** Other memories of the ledger that contradict it, by their words and links or by the judge. */
  readonly contradictedBy: readonly ItemId[];
  /** Eq. 3 from the judge's estimates, between −0.3 and 0.88; apart from that of the proxy. Absent where deferred. */
  readonly utility?: number;
  /** How sure the judge says it is, 0–1: for audits alone, it enters no score and no order. Absent where deferred. */
  readonly confidence?: number;
}

/**
 * Summary of a memory's outcomes. If a speaker judged the same decision several times, only the last judgement counts.
 */
export interface Standing {
  readonly outcomes: OutcomeCounts;
  /**
   * Last speaker that judged the memory wrong. Only a person or tests outweigh a `person` (or failing tests); any
   * speaker outweighs an `agent`. Absent: it is not rejected.
   */
  readonly rejectedBy?: 'person' | 'agent';
  /** Probability that it helps again, 0–1, estimated from its outcomes; .5 without outcomes. */
  readonly successPrior: number;
}

/** A decision with its candidate memories; those that have been forgotten since are absent. */
export interface DecisionExplanation {
  readonly receipt: DecisionReceipt;
  readonly considered: readonly (ConsideredMemory & { readonly item?: MemoryItem })[];
  readonly outcomes: readonly Outcome[];
}
