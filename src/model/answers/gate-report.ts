import type { ItemId } from '../brands.ts';
import type {
  DecisionId,
  DecisionReceipt,
  Outcome,
  OutcomeKind,
  PolicyVerdict,
  StepsTaken,
} from '../decision.ts';
import type { GateAction } from '../gate.ts';
import type { EpisodeBody } from '../item-body.ts';

/** A share with its 95 % Wilson interval and the counts it comes from. */
export interface CountedShare {
  readonly count: number;
  readonly of: number;
  readonly low: number;
  readonly high: number;
}

/** State of the ledger of injections over 30 days, and whether it allows more. */
export interface LedgerReport {
  readonly falsePositives: number;
  readonly pending: number;
  readonly labelled: number;
  /** Shown and never judged: the bound says nothing of them. */
  readonly unlabelled: CountedShare;
  /** α (N + 1) + B: false positives and pending ones must stay within it, the next one included. */
  readonly limit: number;
  readonly isOpen: boolean;
  /** To a fix of the very same failure, before which pending ones do not count (`gate.pendingCounts`). */
  readonly isOpenToSame: boolean;
}

/** Knowledge of the gate (`afterwit gate show`). */
export interface GateReport {
  readonly policy: string;
  readonly policyVersion: number;
  /** Whether anything is known beside shipped priors. */
  readonly knowledge: 'outcomes' | 'priors';
  /** Decisions whose outcome it has learned from, as far as they are not too old. */
  readonly judged: number;
  /** Place in the log up to which outcomes are left aside, because of a reset. */
  readonly learnsAfter?: number;
  readonly ledger: LedgerReport;
  /** Numbers that it decides with. */
  readonly numbers: readonly { readonly description: string; readonly value: number }[];
  /** Length of all that is stored of it. */
  readonly bytes: number;
}

/** Result of a reset: judged decisions that are no longer learned from. */
export interface GateReset {
  readonly forgotten: number;
}

/** One decision that a replay makes otherwise. */
export interface ChangedDecision {
  readonly decisionId: DecisionId;
  readonly atMs: number;
  readonly before: GateAction;
  readonly now: GateAction;
  readonly reason: string;
}

/** The log decided again (`afterwit gate replay`). */
export interface GateReplay {
  readonly policy: string;
  /** Whether this policy made the decisions; of another policy's, none is expected to be the same. */
  readonly replayed: number;
  readonly same: number;
  readonly changed: readonly ChangedDecision[];
  /** Their receipts no longer tell all that was seen. */
  readonly passedOver: number;
  /** Decisions of another policy, or another version, than the replaying one. */
  readonly ofOthers: number;
}

/** A statistic of all cases, with its 95 % percentile interval (Efron 1979). */
export interface ValueEstimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** Reward that one policy would have earned on the log (`afterwit gate evaluate`). */
export interface PolicyEstimate {
  readonly policy: string;
  /** Decisions where it would have acted the same. */
  readonly matched: number;
  /** (Σ w)² / Σ w²: as many decisions of its own would tell as much. */
  readonly effectiveSampleSize: number;
  /** Inverse propensity scoring: unbiased where each of its actions had a chance. */
  readonly ips: ValueEstimate;
  /** The same divided by the weights' mean: less spread, a little bias. */
  readonly snips: ValueEstimate;
  /** Doubly robust (Dudík et al. 2011): right where the propensities are, or the model is. */
  readonly dr: ValueEstimate;
}

export interface GateEvaluation {
  /** Judged decisions that could be replayed: the base of the estimates. */
  readonly judged: number;
  /** Decisions that were not judged, or that cannot be replayed. */
  readonly leftOut: number;
  /** Mean reward of the actions taken. */
  readonly logged: ValueEstimate;
  /** Whether every decision was certain: then nothing tells a policy's earnings from another action. */
  readonly isDeterministic: boolean;
  readonly policies: readonly PolicyEstimate[];
}

/** The metrics and KPIs of the Memory V3 record, of all answers: asked for and not. */
export interface MemoryStatistics {
  readonly answers: number;
  /** Sums. */
  readonly metrics: Readonly<Record<MetricName, number>>;
  /** Share of answers with memories of which two contradict each other. */
  readonly contradictoryPacks: CountedShare;
  /** Share of known failures for which nothing was shown when they came back. */
  readonly repeatedFailures: CountedShare;
  /** Tokens of an answer. */
  readonly medianTokens: number;
}

/** How often the gate speaks, and how often it is wrong (`afterwit stats`). */
export interface GateStatistics {
  readonly sinceMs: number;
  /** Unasked decisions. */
  readonly decisions: number;
  readonly injections: CountedShare;
  readonly abstentions: CountedShare;
  /** Silences with no memory near. */
  readonly nothingKnown: CountedShare;
  readonly questions: CountedShare;
  /** Shares of the judged injections. */
  readonly falsePositives: CountedShare;
  readonly helped: CountedShare;
  /** Share of the judged silences that were wrong. */
  readonly missed: CountedShare;
  /** Injections that were not judged. */
  readonly unlabelled: CountedShare;
  /** Silences by their stated reason, the most frequent first. */
  readonly silences: readonly { readonly reason: string; readonly count: number }[];
  readonly outcomes: Readonly<Partial<Record<OutcomeKind, number>>>;
  readonly ledger: LedgerReport;
  /** Medians of the injections of which both are known: how many they are is `of`. */
  readonly steps: Required<StepsTaken> & { readonly of: number };
  /** Calls of hooks that ended because time had run out, and by a fault. */
  readonly hooks: { readonly tooLate: number; readonly faults: number };
  readonly memory: MemoryStatistics;
}

/** The ten metrics of the Memory V3 record, by their names there; `total` is counted, `each` measured once an answer. */
export const metrics = {
  'memory.v3.extraction.calls': {
    kind: 'total',
    description: 'Calls of a language model to extract memories from sessions.',
    noneBecause: 'no language model was asked',
  },
  'memory.v3.extraction.fallback.count': {
    kind: 'total',
    description: 'Of these calls, those in vain: rules alone did what there was to do.',
    noneBecause: 'no language model was asked',
  },
  'memory.v3.rerank.calls': {
    kind: 'total',
    description:
      'Answers whose memories were put in order by how likely each answers; no language model is needed.',
  },
  'memory.v3.rerank.skipped': {
    kind: 'total',
    description: 'Answers when asked, in the order of words.',
  },
  'memory.v3.retrieval.candidate_count': { kind: 'each', description: 'Memories considered for an answer.' },
  'memory.v3.retrieval.final_count': { kind: 'each', description: 'Memories shown in an answer.' },
  'memory.v3.contradiction.detected': {
    kind: 'total',
    description:
      'Memories that contradict another: left out of an answer for it, or found when one was said.',
  },
  'memory.v3.items.superseded': { kind: 'total', description: 'Memories whose place a newer one took.' },
  'memory.v3.scope.mismatch.filtered': {
    kind: 'total',
    description: 'Memories left out because they hold elsewhere, where nothing that holds here answered.',
  },
  'memory.v3.token.overhead': { kind: 'each', description: 'Tokens put into the context by an answer.' },
} as const;

export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as readonly MetricName[];

/** Numbers to add to the metrics. */
export type MetricValues = Readonly<Partial<Record<MetricName, number>>>;

/** A memory as a line about a decision names it; without a title, it was forgotten since. */
export interface NamedItem {
  readonly id: ItemId;
  readonly title?: string;
}

/** One decision in a list: `why` has the rest. */
export interface TimelineRow
  extends Pick<
      DecisionReceipt,
      'id' | 'atMs' | 'moment' | 'client' | 'session' | 'repositoryId' | 'usedTokens' | 'steps'
    >,
    Pick<Partial<PolicyVerdict>, 'action' | 'reason' | 'risk' | 'overridden'> {
  /** The first line of the query or failure, cut. */
  readonly query: string;
  readonly shown: readonly NamedItem[];
  readonly considered: number;
  /** The last word of each speaker about each memory. */
  readonly outcomes: readonly Pick<Outcome, 'kind' | 'by' | 'itemId'>[];
}

/** A part of the log, latest first. */
export interface Timeline {
  readonly rows: readonly TimelineRow[];
  /** Number of decisions in the whole log, also where only some were asked for. */
  readonly count: number;
  /** Where the next part begins (`before`); absent at the end of the log. */
  readonly next?: number;
  /** Failures that occurred in the session that was asked for, newest first, each with its fix; in its first part. */
  readonly episodes?: readonly SessionEpisode[];
}

export interface SessionEpisode extends Pick<EpisodeBody, 'outcome'> {
  readonly atMs: number;
  /** Fix that was known, or was remembered with the failure. */
  readonly fix: NamedItem;
}

/** Whether the estimates of the gate came true, and its errors. */
export interface TrackRecord {
  /** Judged injections by the risk that was estimated of them, lowest first; empty groups are left out. */
  readonly reliability: readonly {
    readonly meanRisk: number;
    /** Answers that were wrong. */
    readonly wrong: CountedShare;
  }[];
  /** If only the least risky ones were shown: the share shown, and the wrong share of that. */
  readonly coverage: readonly { readonly coverage: number; readonly wrong: number }[];
  /** Judged injections that had no estimate: a fix of the very same failure. */
  readonly unestimated: CountedShare;
  /** At the end of each day. */
  readonly ledger: readonly ({ readonly atMs: number } & Pick<
    LedgerReport,
    'falsePositives' | 'pending' | 'limit'
  >)[];
  /** Latest first. */
  readonly wrong: readonly (Pick<Outcome, 'decisionId' | 'atMs' | 'kind' | 'by' | 'principal'> & {
    readonly item: NamedItem;
    readonly query: string;
  })[];
  readonly wrongCount: number;
  /** Outcomes by who gave them. */
  readonly labels: Readonly<Record<Outcome['by'], number>>;
}
