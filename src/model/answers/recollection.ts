import type { ItemId, RedactedText } from '../brands.ts';
import type { ContextUnit, GraphReach, MemoryCard, Pack } from '../card.ts';
import type { DecisionId, MatchStrength, OutcomeCounts } from '../decision.ts';
import type { AnswerEstimate, AnswerLevel, FailureEvidence, FailureMatch, ScoreTree } from '../evidence.ts';
import type { FailureProfile } from '../failure.ts';
import type { OmissionReason, RefusalReason } from '../gate.ts';
import type { TaskOutcome } from '../item-body.ts';
import type { Freshness, ItemType, MemoryItem } from '../memory-item.ts';
import type { Trust } from '../provenance.ts';
import type { CommitId } from '../repository.ts';
import type { CoupledFile } from './commit-answers.ts';

/** One memory that is shown. */
export interface RecalledMemory {
  readonly item: MemoryItem;
  readonly card: MemoryCard;
  /** Share of the query's terms that the memory contains, weighted by rarity, 0–1. */
  readonly relevance: number;
  /** Calibrated probability that it answers the question in words, 0–1; absent for a failure, and far down. */
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
  /** Set where it is shown for a neighbour, not for its words: where it was reached from. */
  readonly reached?: GraphReach;
}

/** Entry of an index or transcript beside memories; its redacted texts hold nothing an agent takes for structure. */
interface Offered {
  /** Calibrated by its bank, 0–1. */
  readonly confidence: number;
  readonly trust: 'untrusted';
  /** Length in the pack, estimated rather too high. */
  readonly tokens: number;
}

/** One commit, as sure as `search-commits` is of it. */
export interface RecalledCommit extends Offered {
  readonly id: CommitId;
  readonly subject: RedactedText;
  /** Part of the message that matches the question; may be empty. */
  readonly passage: RedactedText;
  /** ISO 8601 date. */
  readonly committedOn: string;
  readonly files: readonly RedactedText[];
  readonly revertedBy?: CommitId;
}

/** Record of an earlier task that is likely the right experience for the question, as a transcript says. */
export interface RecalledExperience extends Offered {
  /** Id of the memory. */
  readonly id: ItemId;
  /** As the agent names it. */
  readonly session: string;
  readonly title: RedactedText;
  /** The beginning of the request. */
  readonly asked: RedactedText;
  /** ISO 8601 date. */
  readonly doneOn: string;
  readonly files: readonly RedactedText[];
  readonly functions: readonly RedactedText[];
  /** `1a2b3c4 Fix the lid`. */
  readonly commits: readonly RedactedText[];
  /** Checks that passed after the last change; only such as an agent may be told to run. */
  readonly passed: readonly RedactedText[];
  readonly triedInVain: readonly RedactedText[];
  readonly outcome: TaskOutcome;
}

/** File that a question in words is likely about, as sure as `locate` is of it, with functions of it. */
export interface RecalledPlace extends Offered {
  readonly path: RedactedText;
  /** The likeliest first; may be empty. */
  readonly functions: readonly RedactedText[];
  /** One for each function, 0–1. */
  readonly functionConfidences: readonly number[];
}

/** Purpose of a file that likely changes for a question in words. */
export interface RecalledSummary extends Offered {
  readonly path: RedactedText;
  readonly purpose: RedactedText;
}

/** Ways in which sessions here handled a rule that the run at hand breaks. */
export interface RecalledWay extends Omit<Offered, 'trust'> {
  readonly itemId: ItemId;
  /** Lines, redacted and quoted. */
  readonly text: RedactedText;
  readonly trust: Trust;
}

/** Entries shown beside memories, each list the surest first. */
export interface Beside {
  /** Commits that likely bear on a question in words. */
  readonly commits: readonly RecalledCommit[];
  /** Earlier tasks like it. */
  readonly experiences: readonly RecalledExperience[];
  /** Places to look at in the code, where no memory answers a question in words. */
  readonly places: readonly RecalledPlace[];
  /** Purposes of likely files, where no memory answers a question in words. */
  readonly summaries: readonly RecalledSummary[];
  /** Ways to fix findings of checkers in the output of a failing command. */
  readonly ways: readonly RecalledWay[];
}

export const besideNames = ['experiences', 'commits', 'places', 'summaries', 'ways'] as const;

/** One candidate that is not shown. */
export interface LeftOutMemory {
  readonly item: MemoryItem;
  readonly reasons: readonly (RefusalReason | OmissionReason)[];
}

/**
 * Answer of a recall. `nothing_known`: no memory is likely about the question. `abstained`: some are
 * relevant, but none is safe or useful enough to show. Where none answers, {@link memories} may hold some
 * near the question (`reached`).
 */
export interface Recollection extends Partial<Beside> {
  readonly kind: 'recalled' | 'abstained' | 'nothing_known';
  /** Level of the likeliest memory; set for a question in words alone. */
  readonly level?: AnswerLevel;
  readonly decisionId: DecisionId;
  readonly memories: readonly RecalledMemory[];
  /** Everything shown, from every bank, in one shape and one order: the surest first. */
  readonly units: readonly ContextUnit[];
  /** Why no memory answers, in words; set when something was asked in words. */
  readonly reason?: string;
  /** How likely the likeliest memory answers; set for a question in words alone that was compared with a memory. */
  readonly answer?: AnswerEstimate;
  readonly leftOut: readonly LeftOutMemory[];
  /** How well the memory knows the queried failure; set when a failure was given. */
  readonly match?: FailureMatch;
  /** The profile of the queried failure; set when a failure was given. */
  readonly failure?: FailureProfile;
  readonly pack: Pack;
  /** False when the receipt could not be written because the disk is full or the folder is read-only. */
  readonly recorded: boolean;
}

/** Kinds of memory that a plan must heed, in the order in which a brief shows them. */
export const briefTypes = [
  'constraint',
  'decision',
  'task_state',
  'preference',
] as const satisfies ItemType[];
export type BriefType = (typeof briefTypes)[number];

/** Memories to know before a plan: a {@link Recollection} with a receipt like any other. */
export interface Brief extends Recollection {
  /** Other known memories of each kind that are not shown; forbidden ones do not count. A kind without is absent. */
  readonly others: Readonly<Partial<Record<BriefType, number>>>;
  /** Memories of these kinds that wait for a person (`review`). */
  readonly waiting: number;
  /**
   * Work of the last sessions here, left open and learned; for a plan in words, that of its like. At most three lines.
   */
  readonly lately: readonly string[];
}

/** Answer to an agent at a moment of its session, or the reason for silence. Silence is a regular answer. */
export type MomentAnswer =
  | {
      readonly kind: 'card';
      /** Inside a fence, as notes that are no instructions. */
      readonly text: string;
      readonly decisionId: DecisionId;
      readonly forUser?: string | undefined;
    }
  | {
      /** A person's hard rule stops the call. */
      readonly kind: 'denied';
      /** Text of the rule, and how a person lifts it. */
      readonly reason: string;
      readonly decisionId?: DecisionId;
    }
  | {
      readonly kind: 'silent';
      readonly reason: string;
      /** There where something was considered: the receipt says why it is not shown. */
      readonly decisionId?: DecisionId;
      /** A line that the agent shows its user, and not its model. */
      readonly forUser?: string | undefined;
    };

/** Memories that may be read here when asked. */
export interface ReadableMemories {
  /** Newest first. */
  readonly items: readonly MemoryItem[];
  /** A line of each for an agent, fenced as a pack is; empty where there are none. */
  readonly text: string;
}

/** A rule that would have prevented failures of the kind that the planned work may meet. */
export interface Guardrail {
  readonly rule: RedactedText;
  /** The pattern of failures that it prevents. */
  readonly pattern: MemoryItem;
  /** How close the planned work is to those failures, 0–1, with its parts. */
  readonly nearness: ScoreTree;
  /** How often such a failure was recorded. */
  readonly episodeCount: number;
  readonly lastSeenAtMs: number;
}

export interface GuardrailList {
  /** Nearest first. */
  readonly guardrails: readonly Guardrail[];
  /** The same rules for an agent. */
  readonly cards: readonly MemoryCard[];
  /** Constraints about the files of the work, as in a brief. */
  readonly constraints: readonly MemoryCard[];
  /** Constraints and rules as one fenced text, like a pack. */
  readonly text: string;
}

/** A commit that fixed a file, or was reverted. Its text is redacted and unvouched. */
export interface PastFileChange
  extends Pick<RecalledCommit, 'id' | 'subject' | 'committedOn' | 'revertedBy'> {
  readonly kind: 'fix' | 'reverted';
  /** Older commits that say and do the same, such as backports. */
  readonly repeatedBy?: readonly CommitId[];
}

/** Facts to know before a file is edited. */
export interface FileBrief {
  /** From the top of the repository. */
  readonly path: string;
  /** Constraints, decisions, open tasks and preferences about it, with the receipt. */
  readonly brief: Brief;
  /** Rules from failures in or near it, nearest first. */
  readonly guardrails: readonly Guardrail[];
  /** The latest first; empty where no commit changed it. */
  readonly changes: readonly PastFileChange[];
  /** Files that change with it, most often first. */
  readonly coupled: readonly CoupledFile[];
  readonly pack: Pick<Pack, 'text' | 'tokens' | 'budgetTokens'>;
}
