import type { CaptureSettings } from '../../capture/options.ts';
import type { IndexProgress } from '../../model/answers/memory-status.ts';
import type { MiningLog, TranscriptSource } from '../../ports/transcript-source.ts';
import type { RememberDependencies } from '../memory/draft-item.ts';

export interface MiningDependencies extends RememberDependencies {
  readonly transcripts: TranscriptSource;
  readonly log: MiningLog;
  readonly capture: CaptureSettings;
  /** Whether a session that began in this folder is one of this repository. */
  readonly belongsHere: (directory: string) => boolean;
}

export interface MineSessionsRequest {
  /** Files and folders of transcripts. Default: those of the agents. */
  readonly places?: readonly string[] | undefined;
  /** Nothing is written; the report says what would be learned. */
  readonly preview?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}
