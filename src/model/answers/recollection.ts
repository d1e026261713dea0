import type { Freshness } from '../anchor.ts';
import type { AnswerEstimate, AnswerLevel } from '../answer-evidence.ts';
import type { MemoryCard, Pack } from '../card.ts';
import type { CommitId } from '../commit.ts';
import type { ContextUnit } from '../context-unit.ts';
import type {
  ConsideredMemory,
  DecisionId,
  DecisionReceipt,
  MatchStrength,
  Outcome,
  OutcomeCounts,
} from '../decision.ts';
import type { FailureProfile } from '../failure.ts';
import type { FailureEvidence } from '../failure-evidence.ts';
import type { OmissionReason, RefusalReason } from '../gate.ts';
import type { GraphReach } from '../instance-graph.ts';
import type { MemoryItem } from '../memory-item.ts';
import type { FailureMatch } from '../recorded-failure.ts';
import type { RedactedText } from '../redacted-text.ts';

/** One memory that is shown. */
export interface RecalledMemory {
  readonly item: MemoryItem;
  readonly card: MemoryCard;
  /** Share of the query's terms that the memory contains, weighted by rarity, 0–1. */
  readonly relevance: number;
  /** Calibrated probability that it answers what was asked in words, 0–1; absent of a failure, and of what stands too far down. */
  readonly confidence?: number;
  /** How it is shown: `likely` as a card, `perhaps` in a line. Set where something was asked in words alone. */
  readonly level?: Exclude<AnswerLevel, 'nothing'>;
  readonly strength: MatchStrength;
  readonly freshness: Freshness | 'none';
  /** Why it would not have been shown unasked. */
  readonly warnings: readonly RefusalReason[];
  /** Outcomes of earlier showings. */
  readonly outcomes?: OutcomeCounts;
  /** How its failure compares with the queried one; set when both are failures. */
  readonly evidence?: FailureEvidence;
  /** Set where it does not answer by its words and is shown for what it stands near: where it was reached from. */
  readonly reached?: GraphReach;
}

/** One commit that is offered beside memories. Its texts are redacted and hold nothing that an agent takes for structure. */
export interface RecalledCommit {
  readonly id: CommitId;
  readonly subject: RedactedText;
  /** What of the message matches the question; may be empty. */
  readonly passage: RedactedText;
  /** ISO 8601 date. */
  readonly committedOn: string;
  /** Calibrated, as `search-commits` has it, 0–1. */
  readonly confidence: number;
  readonly files: readonly RedactedText[];
  readonly revertedBy?: CommitId;
  readonly trust: 'untrusted';
  /** Length in the pack, estimated rather too high. */
  readonly tokens: number;
}

/** A file that what was asked in words is likely about, with functions of it. Names are the repository's, and quoted. */
export interface RecalledPlace {
  readonly path: RedactedText;
  /** The likeliest first; may be empty. */
  readonly functions: readonly RedactedText[];
  /** Calibrated, as `locate` has them, 0–1; one for each function. */
  readonly functionConfidences: readonly number[];
  /** Calibrated, as `locate` has it for the file, 0–1. */
  readonly confidence: number;
  readonly trust: 'untrusted';
  /** Length in the pack, estimated rather too high. */
  readonly tokens: number;
}

/** What a file is for that is likely to be changed for what was asked in words. Its text is the repository's, redacted and quoted. */
export interface RecalledSummary {
  readonly path: RedactedText;
  readonly purpose: RedactedText;
  /** Calibrated probability that what was asked changes the file, 0–1. */
  readonly confidence: number;
  readonly trust: 'untrusted';
  /** Length in the pack, estimated rather too high. */
  readonly tokens: number;
}

/** One candidate that is not shown. */
export interface LeftOutMemory {
  readonly item: MemoryItem;
  readonly reasons: readonly (RefusalReason | OmissionReason)[];
}

/**
 * Answer of a recall. `nothing_known`: nothing speaks for any memory being about what was asked. `abstained`: some are relevant, but none is safe or
 * useful enough to show. Where none answers, {@link memories} may hold some that stand near what was asked (`reached`).
 */
export interface Recollection {
  readonly kind: 'recalled' | 'abstained' | 'nothing_known';
  /** That of the likeliest memory; set when something was asked in words alone. */
  readonly level?: AnswerLevel;
  readonly decisionId: DecisionId;
  readonly memories: readonly RecalledMemory[];
  /** Everything that is shown, of whatever bank, in one shape and one order: the surest first. */
  readonly units: readonly ContextUnit[];
  /** Why no memory answers, in words; set when something was asked in words. */
  readonly reason?: string;
  /** How likely the likeliest memory answers; set when something was asked in words alone and a memory was compared with it. */
  readonly answer?: AnswerEstimate;
  readonly leftOut: readonly LeftOutMemory[];
  /** How well the memory knows the queried failure; set when a failure was given. */
  readonly match?: FailureMatch;
  /**
   * Commits that are likely to bear on what was asked in words; set when there are any. They are no memories: nobody vouches for
   * their text.
   */
  readonly commits?: readonly RecalledCommit[];
  /** Where to look in the code; set when no memory answers what was asked in words, and the code as it is indexed is likely to. */
  readonly places?: readonly RecalledPlace[];
  /** What likely files are for; set when no memory answers what was asked in words, and the summaries of the code are likely about it. */
  readonly summaries?: readonly RecalledSummary[];
  /** The profile of the queried failure; set when a failure was given. */
  readonly failure?: FailureProfile;
  readonly pack: Pack;
  /** False when the receipt could not be written because the disk is full or the folder is read-only. */
  readonly recorded: boolean;
}

/** Part of one memory, as it is written. */
export interface MemoryText {
  readonly item: MemoryItem;
  /** Place in the content of what {@link text} shows; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** Fenced, as a pack is. */
  readonly text: string;
}

/** A decision with its candidate memories; those that have been forgotten since are absent. */
export interface DecisionExplanation {
  readonly receipt: DecisionReceipt;
  readonly considered: readonly (ConsideredMemory & { readonly item?: MemoryItem })[];
  readonly outcomes: readonly Outcome[];
}

/** The result of remembering something. */
export interface RememberedItem {
  /**
   * `known`: the memory existed before and is now confirmed. `quarantined`: it waits for a person (`afterwit review`).
   */
  readonly kind: 'added' | 'known' | 'quarantined';
  readonly item: MemoryItem;
  /** Memories whose place it took: it says itself that it replaces them. `review approve` of one takes that back. */
  readonly supersedes?: readonly MemoryItem[];
  /** Memories whose place it may take, for a person to say. */
  readonly maySupersede?: readonly MemoryItem[];
  /** Secrets that were taken out, by kind. */
  readonly redactedSecrets: number;
}
