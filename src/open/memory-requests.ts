import type { IndexProgress } from '../model/answers/commit-answers.ts';
import type { Disclosure } from '../model/card.ts';
import type { CodeEdgeKind, TraverseDirection } from '../model/code-graph.ts';
import type { FailureReport } from '../model/failure.ts';
import type { ItemType } from '../model/memory-item.ts';
import type { Stance } from '../model/preference-body.ts';
import type { FailureDetails } from '../model/recorded-failure.ts';
import type { WritableScope } from '../model/scope.ts';
import type { Speaker } from '../model/speaker.ts';

/** Which history to read. */
export interface AsOf {
  /** Commit, branch or tag; only it and its ancestors are seen. Default: HEAD. */
  readonly asOf?: string | undefined;
}

export interface Interruptible {
  readonly signal?: AbortSignal | undefined;
}

export interface IndexOptions extends Interruptible, AsOf {
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /** Throw the index away first. */
  readonly rebuild?: boolean | undefined;
}

export interface SearchCommitsOptions extends AsOf {
  /** Most hits to return. Default 10. */
  readonly topK?: number | undefined;
  /**
   * Hits below are left out, 0–1, whatever the confidence in the answer as a whole. Default: .05, and nothing
   * where any of the first ten is less likely relevant than .3.
   */
  readonly minimumConfidence?: number | undefined;
  /** Also name this many source files that the best 200 matches changed. Default 0. */
  readonly files?: number | undefined;
  /** Add a score tree to every hit. */
  readonly explain?: boolean | undefined;
}

export interface ExamineCommitOptions extends AsOf {
  /** File with the texts of linked issues (`gh issue list --json number,title,body,state,url`). */
  readonly issueExport?: string | undefined;
  /** Most bytes of patch; a single file gets at most a quarter. Default 65,536. */
  readonly patchBytes?: number | undefined;
}

export interface LimitOptions {
  /** Most entries to return. */
  readonly limit?: number | undefined;
}

export interface HotspotsOptions extends AsOf, LimitOptions {
  /** Files that are no source too: documentation, tests, configuration. Default: false. */
  readonly all?: boolean | undefined;
}

export interface TopKOptions {
  /** Most hits to return. Default 10. */
  readonly topK?: number | undefined;
}

export interface LocateOptions extends AsOf, TopKOptions {
  /** Add the values of all features to every file. */
  readonly explain?: boolean | undefined;
  /** Rank by the shipped weights, whatever {@link Memory.learn} gave. Default `learned`, where there are any. */
  readonly weights?: 'learned' | 'shipped' | undefined;
  /** Also give so many functions that the change likely touches, out of the best files. Default: none. */
  readonly functions?: number | undefined;
  /**
   * Also give so many past fixes that changed a likely function, or at least a likely file. They say that a place was fixed
   * before, not that the fault is the same. Takes a second or so: lines of past commits are read. Default: none.
   */
  readonly pastFixes?: number | undefined;
  /** Only so many of the latest commits are heard, as if older ones were not there; 0: the code alone. Default: all. */
  readonly historyDepth?: number | undefined;
}

export interface LearnOptions extends Interruptible, AsOf {
  /** Past fixes to learn from and to judge by, at least 60. Default 160. */
  readonly questions?: number | undefined;
  /** The same seed on the same history gives the same weights. Default 1. */
  readonly seed?: number | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

export interface TraverseOptions extends AsOf, LimitOptions {
  /** Edges to follow from the start, 1–5. Default 1. */
  readonly depth?: number | undefined;
  /** Which way edges are followed. Default `both`. */
  readonly direction?: TraverseDirection | undefined;
  /** Kinds of edges that are followed. Default: all. */
  readonly kinds?: readonly CodeEdgeKind[] | undefined;
}

export interface RememberRequest {
  /** The lesson for next time; with a failure, what made it go away. At most 1 MB. */
  readonly content: string;
  /** Default: the beginning of the content. */
  readonly title?: string | undefined;
  /** Default: `fix` with a failure, else `project_fact`. */
  readonly type?: ItemType | undefined;
  /** Where it holds. Default: this repository. */
  readonly scope?: WritableScope | undefined;
  readonly tags?: readonly string[] | undefined;
  /**
   * Files that it is about, relative to the top of the working tree or absolute; `:Symbol` names a part of one. When
   * they change, the memory is no longer shown unasked.
   */
  readonly files?: readonly string[] | undefined;
  /** The failure that the content resolves. */
  readonly failure?: FailureReport | undefined;
  /** What more is known of the failure than its output tells. */
  readonly details?: FailureDetails | undefined;
  /**
   * The strategy that a preference is about, in the words that fixes use. A fix that follows an avoided strategy is
   * never shown unasked and gets a warning on request. Sets the type to `preference`.
   */
  readonly strategy?: { readonly stance: Stance; readonly words: string } | undefined;
  /** It stops calls of an agent's tools: changes of its files, and this command. Only a person may ask for that. */
  readonly hard?: { readonly command?: string | undefined } | undefined;
  readonly speaker?: Speaker | undefined;
}

export interface RecordFailureRequest {
  /** What made the failure go away. At most 1 MB. */
  readonly fix: string;
  readonly failure: FailureReport;
  /** What more is known of it than its output tells. */
  readonly details?: FailureDetails | undefined;
  /** Default: the command and its most telling error line. */
  readonly title?: string | undefined;
  /** Where it holds. Default: this repository. */
  readonly scope?: WritableScope | undefined;
  readonly tags?: readonly string[] | undefined;
  /** As of {@link RememberRequest.files}. */
  readonly files?: readonly string[] | undefined;
  readonly speaker?: Speaker | undefined;
}

/** The planned work; at least one of the first three fields. */
export interface GuardrailsRequest {
  /** Files about to be worked on, relative to the top of the working tree or absolute. */
  readonly files?: readonly string[] | undefined;
  /** Command line about to be run. */
  readonly command?: string | undefined;
  /** What is about to be done, in words. */
  readonly query?: string | undefined;
  /** Most rules to return. Default: 5. */
  readonly limit?: number | undefined;
}

export interface RecallRequest extends AsOf {
  /** What to recall, in words. Needed unless there is a failure. */
  readonly query?: string | undefined;
  /**
   * A command that failed. `after_failure`, where the policy weighs places and the code of `asOf` is indexed, a past fix of the function
   * that is likely to be changed counts, too.
   */
  readonly failure?: FailureReport | undefined;
  /** Files being worked on; memories about them come first. */
  readonly files?: readonly string[] | undefined;
  /**
   * `asked` (the default): every admissible memory that fits the budget, with warnings. `after_failure`: as for a hook,
   * only what the gate considers safe and useful enough.
   */
  readonly moment?: 'asked' | 'after_failure' | undefined;
  /** Most tokens of the pack. Default: setting `packing.budgetTokens`. */
  readonly budgetTokens?: number | undefined;
  /** How much is told of each memory; what is shown `after_failure` is always a card. Default: setting `disclosure.mode`. */
  readonly disclosure?: Disclosure | undefined;
  /** Most memories to return. Default: 5. */
  readonly topK?: number | undefined;
  readonly speaker?: Speaker | undefined;
}

export interface BriefRequest {
  /** The plan, in words; then only what is about it. Default: all that holds here. */
  readonly query?: string | undefined;
  /** Files that the plan is about, relative to the top of the working tree or absolute. */
  readonly files?: readonly string[] | undefined;
  /** Most tokens of the pack. Default: setting `packing.budgetTokens`. */
  readonly budgetTokens?: number | undefined;
  readonly speaker?: Speaker | undefined;
}

/** A moment of an agent's session at which it may be told something that it did not ask for. */
export type MomentRequest = {
  /** Most tokens of what is told. Default: setting `hooks.…Tokens` of the moment. */
  readonly budgetTokens?: number | undefined;
  /** The agent, with the session as it names it: what it was told before, it is not told again. */
  readonly speaker?: Speaker | undefined;
} & (
  | {
      readonly kind: 'session_start';
      /** What the session was told before is no longer in its context. Default: false. */
      readonly mayRepeat?: boolean | undefined;
    }
  | { readonly kind: 'prompt'; readonly prompt: string }
  | {
      readonly kind: 'before_edit';
      /** Relative to the top of the working tree or absolute. */
      readonly path: string;
      /** It is read, or named in a prompt: only what is remembered about it is told. Default: false. */
      readonly isRead?: boolean | undefined;
      /** Only a hard rule answers. Default: false. */
      readonly hardOnly?: boolean | undefined;
    }
  | { readonly kind: 'before_command'; readonly command: string }
  | { readonly kind: 'before_compaction' }
);

export interface ForFileOptions {
  /** Most tokens of the pack. Default: setting `packing.budgetTokens`. */
  readonly budgetTokens?: number | undefined;
  readonly speaker?: Speaker | undefined;
}

export interface ReadOptions {
  /** Characters to leave out at the beginning: where the part before ended. Default 0. */
  readonly from?: number | undefined;
}

export interface MineSessionsOptions extends Interruptible {
  /** Transcripts, or folders of them. Default: those of Claude Code and Codex on this machine. */
  readonly places?: readonly string[] | undefined;
  /** Folders whose sessions belong here too: where a clone lay before it was moved. */
  readonly folders?: readonly string[] | undefined;
  /** Write nothing; say what would be learned. */
  readonly preview?: boolean | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}
