import type { SessionStep } from '../../capture/judge-followed.ts';
import type { SessionFacts } from '../../capture/session-summariser.ts';
import type { SkippedLine } from '../../model/session.ts';
import type { TranscriptFile, TranscriptPosition, TranscriptSource } from '../../ports/transcript-source.ts';
import { ReadingSession, type SessionFinding } from './reading-session.ts';

/** A finding with the session it is from. */
export interface FoundInSession {
  readonly finding: SessionFinding;
  readonly file: TranscriptFile;
  readonly session?: string | undefined;
  /** Top of the working tree of the session. */
  readonly root?: string | undefined;
}

export interface SessionReading {
  /** Called for each finding in turn, and waited for. */
  readonly onFinding: (found: FoundInSession) => Promise<void>;
  readonly onSkipped: (line: SkippedLine) => void;
  readonly onSteps?: ((session: string, steps: readonly SessionStep[]) => void) | undefined;
  /** Whether a folder is of this repository; default: each is. */
  readonly belongsHere?: ((directory: string) => boolean) | undefined;
  readonly from?: TranscriptPosition | undefined;
  /** What was known of the session when it was read last. */
  readonly before?: SessionFacts | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** How far a transcript was read. */
export interface SessionProgress {
  /** From here on it is to be read the next time; undefined when nothing could be read. */
  position: TranscriptPosition | undefined;
  bytesRead: number;
  /** What the session did, as far as it was read. */
  facts?: SessionFacts | undefined;
}

/** Reads a transcript once, to its end; `progress` holds when that is interrupted. */
export async function readSession(
  source: TranscriptSource,
  file: TranscriptFile,
  { onFinding, onSkipped, onSteps, belongsHere, from, before, signal }: SessionReading,
  progress: SessionProgress,
): Promise<void> {
  const reading = new ReadingSession(from?.carried.beganIn, belongsHere, before);
  /** Places before the calls that may still be open. */
  const places: { readonly line: number; readonly before: TranscriptPosition | undefined }[] = [];
  let last = from;
  for await (const { events, position, skipped } of source.read(file, { from, signal })) {
    if (skipped !== undefined) onSkipped({ transcript: file.path, line: position.line, reason: skipped });
    if (events.some(({ kind }) => kind === 'call')) places.push({ line: position.line, before: last });
    for (const event of events) {
      for (const finding of reading.take(event))
        await onFinding({ finding, file, session: position.carried.session, root: reading.root });
    }
    const steps = reading.takeSteps();
    const { session } = position.carried;
    if (session !== undefined && steps.length > 0) onSteps?.(session, steps);
    while (places[0] !== undefined && places[0].line < reading.openLine) places.shift();
    progress.bytesRead += Math.max(0, position.offset - (last?.offset ?? 0));
    last = position;
    progress.position = places[0] === undefined ? position : (places[0].before ?? beginningOf(position));
  }
  progress.facts = reading.summarise();
  const session = { file, session: last?.carried.session, root: reading.root };
  await tellAll(reading.end(), session, onFinding);
}

async function tellAll(
  findings: readonly SessionFinding[],
  session: Omit<FoundInSession, 'finding'>,
  onFinding: SessionReading['onFinding'],
): Promise<void> {
  for (const finding of findings) await onFinding({ ...session, finding });
}

function beginningOf({ headDigest }: TranscriptPosition): TranscriptPosition {
  return { offset: 0, line: 0, headDigest, carried: {} };
}
