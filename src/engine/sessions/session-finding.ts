import type { UserStatement } from '../../capture/find-statements.ts';
import type { MendedFinding } from '../../capture/finding-tracker.ts';
import type { FixEpisode } from '../../capture/fix-episode.ts';
import type { CaptureSettings } from '../../capture/options.ts';
import type { LeftCommand, LeftTasks } from '../../capture/session-state.ts';
import type { SessionTask } from '../../capture/session-tasks.ts';
import type { ItemId } from '../../model/brands.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { LessonEvidence, LessonFate, MinedLesson } from '../../model/session.ts';
import type { MiningLog, TranscriptFile, TranscriptSource } from '../../ports/transcript-source.ts';
import type { SessionFix } from '../decisions/label-decisions.ts';
import type { RememberDependencies } from '../memory/draft-item.ts';
import type { UseAsker } from '../models/use-asker.ts';

export interface MiningDependencies extends RememberDependencies {
  readonly transcripts: TranscriptSource;
  readonly log: MiningLog;
  readonly capture: CaptureSettings;
  /** The language model for messages of which rules keep nothing; absent unless the user turned that on. */
  readonly asker?: UseAsker | undefined;
  /** Top of the tree of this repository that a folder is of; undefined of another repository's. */
  readonly topOf: (directory: string) => string | undefined;
}

/** A lesson of a session. Each kind is a member here, a row of `findingKinds` and a finder in `ReadingSession`. */
export type SessionFinding =
  | { readonly kind: 'fix'; readonly episode: FixEpisode }
  /** The way that a finding of a checker was mended. */
  | { readonly kind: 'way'; readonly done: MendedFinding }
  | {
      readonly kind: 'statement';
      readonly statement: UserStatement;
      readonly line: number;
      readonly atMs?: number | undefined;
    }
  /** The work on one request: told when the next begins, and where the transcript ends. */
  | { readonly kind: 'experience'; readonly task: SessionTask }
  /** Open ends of the session: told where the transcript ends. */
  | { readonly kind: 'tasks'; readonly left: LeftTasks }
  | { readonly kind: 'result'; readonly left: LeftCommand };

export interface FoundInSession<Finding extends SessionFinding = SessionFinding> {
  readonly finding: Finding;
  readonly file: TranscriptFile;
  readonly session?: string | undefined;
  /** Top of the working tree of the session. */
  readonly root?: string | undefined;
}

interface ToldFinding extends Pick<MinedLesson, 'type' | 'text' | 'command' | 'error' | 'files'> {
  readonly evidence?: Pick<LessonEvidence, 'alsoFailedAtLines' | 'passedAtLine'>;
}

/** The memory made of a finding. */
export interface KeptFinding {
  readonly fate: LessonFate;
  readonly itemId: ItemId;
  readonly redactedSecrets: number;
  /** The fix of a failure of the session. */
  readonly fix?: SessionFix | undefined;
}

interface RememberRequest<Finding extends SessionFinding> {
  readonly found: FoundInSession<Finding>;
  /** Absent where the finding tells nothing. */
  readonly told: ToldFinding | undefined;
  readonly speaker: Speaker;
  /** When the session is read; the dependencies have the time of the finding. */
  readonly nowMs: number;
  /** Variants of the failures of the session so far, by the line at which each failed. */
  readonly variants: Map<number, ItemId>;
}

export interface FindingKind<Finding extends SessionFinding> {
  /** Line of the transcript, and when it was so. */
  placeOf(finding: Finding): { readonly line: number; readonly atMs?: number | undefined };
  /** Undefined where it tells nothing. */
  tell(
    found: FoundInSession<Finding>,
    dependencies: Pick<MiningDependencies, 'settings' | 'clock'>,
  ): ToldFinding | undefined;
  /** Undefined where nothing is kept. */
  remember(request: RememberRequest<Finding>, then: MiningDependencies): Promise<KeptFinding | undefined>;
}

export type FindingOf<Kind extends SessionFinding['kind']> = Extract<SessionFinding, { readonly kind: Kind }>;
