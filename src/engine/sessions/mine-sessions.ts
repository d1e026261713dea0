import { type ErrorCode, isAfterwitError } from '../../model/errors.ts';
import type { MinedLesson, MiningReport, SkippedLine } from '../../model/session.ts';
import type { MinedTranscript, TranscriptFile } from '../../ports/transcript-source.ts';
import { chooseTranscripts, countByAgent, isUnchanged } from './choose-transcripts.ts';
import type { MineSessionsRequest, MiningDependencies } from './mining-dependencies.ts';
import { type FoundInSession, readSession, type SessionProgress } from './read-session.ts';
import type { SessionFinding } from './reading-session.ts';
import { previewFinding, rememberFinding, type VariantsByLine } from './remember-finding.ts';
import { SessionSteps } from './session-steps.ts';

const mostListed = 100;
/** What the memory answers to a text that it does not take. */
const refusals: readonly ErrorCode[] = ['INVALID_ARGUMENT', 'TEXT_TOO_LARGE'];

/** What was gathered so far. */
interface Gathered {
  readonly lessons: MinedLesson[];
  readonly skippedLines: SkippedLine[];
  skippedLineCount: number;
  redactedSecrets: number;
  bytesRead: number;
}

/**
 * Transcripts → those of sessions here that have grown → runs and remarks → failures with their fixes, and statements → memory.
 * Idempotent: mining the same again adds nothing. Interrupted, it goes on where it was the next time.
 *
 * @throws HOME_NOT_WRITABLE, DISK_FULL and the store's errors; an AbortError when it is interrupted
 */
export async function mineSessions(
  { places, preview = false, signal, onProgress }: MineSessionsRequest,
  dependencies: MiningDependencies,
): Promise<MiningReport> {
  const { clock, log } = dependencies;
  const startedAtMs = clock.nowMs();
  const { own, otherFiles, mined } = chooseTranscripts({ places }, dependencies);
  // The latest last: how it left things is how they stand.
  const changed = own
    .filter((file) => preview || !isUnchanged(file, mined.get(file.path)))
    .toSorted((a, b) => a.modifiedAtMs - b.modifiedAtMs);
  const gathered: Gathered = {
    lessons: [],
    skippedLines: [],
    skippedLineCount: 0,
    redactedSecrets: 0,
    bytesRead: 0,
  };
  const written = new Map(mined);
  const keep = (file: TranscriptFile, { position, facts }: SessionProgress, lessonCount: number): void => {
    if (preview || position === undefined) return;
    const { path, agent, bytes, modifiedAtMs } = file;
    const before = mined.get(path)?.summary;
    const { session } = position.carried;
    const summary = facts && {
      ...{ agent, ...facts, lessonCount: lessonCount + (before?.lessonCount ?? 0) },
      ...(session === undefined ? {} : { session }),
    };
    const known = summary ?? before;
    written.set(path, { bytes, modifiedAtMs, position, ...(known === undefined ? {} : { summary: known }) });
    log.write(written);
  };
  for (const [done, file] of changed.entries()) {
    onProgress?.({ phase: 'sessions', done, total: changed.length });
    await mineTranscript(file, gathered, {
      ...dependencies,
      preview,
      signal,
      from: mined.get(file.path),
      keep,
    });
  }
  if (!preview && changed.length === 0) log.write(written);
  return {
    preview,
    transcripts: countByAgent(own),
    unchangedFiles: own.length - changed.length,
    otherFiles,
    ...gathered,
    tookMs: clock.nowMs() - startedAtMs,
  };
}

interface TranscriptMining extends MiningDependencies, Pick<MineSessionsRequest, 'signal'> {
  readonly preview: boolean;
  readonly from: MinedTranscript | undefined;
  readonly keep: (file: TranscriptFile, progress: SessionProgress, lessonCount: number) => void;
}

async function mineTranscript(
  file: TranscriptFile,
  gathered: Gathered,
  mining: TranscriptMining,
): Promise<void> {
  const { transcripts, preview, from, signal, keep } = mining;
  const variants: VariantsByLine = new Map();
  const progress: SessionProgress = { position: undefined, bytesRead: 0 };
  const isWhole = { read: false };
  const lessonsBefore = gathered.lessons.length;
  const steps = new SessionSteps(mining.store);
  try {
    await readSession(
      transcripts,
      file,
      {
        onFinding: async (found) => {
          await gather(found, gathered, { mining, variants, steps });
        },
        onSkipped: (line) => noteSkipped(line, gathered),
        onSteps: preview ? undefined : (session, taken) => steps.add(session, taken),
        belongsHere: mining.belongsHere,
        from: preview ? undefined : from?.position,
        before: from?.summary,
        signal,
      },
      progress,
    );
    isWhole.read = true;
    await steps.credit(mining.clock.nowMs());
  } finally {
    gathered.bytesRead += progress.bytesRead;
    // Of a file that was not read to its end, no size is known: it is read on the next time.
    const learned = gathered.lessons.slice(lessonsBefore).filter(({ fate }) => fate !== 'known');
    keep(isWhole.read ? file : { ...file, bytes: 0 }, progress, learned.length);
  }
}

interface FindingContext {
  readonly mining: TranscriptMining;
  readonly variants: VariantsByLine;
  readonly steps: SessionSteps;
}

async function gather(
  found: FoundInSession,
  gathered: Gathered,
  { mining, variants, steps }: FindingContext,
): Promise<void> {
  if (mining.preview) {
    const lesson = previewFinding(found, mining);
    if (lesson !== undefined) gathered.lessons.push(lesson);
    return;
  }
  try {
    const remembered = await rememberFinding(found, mining, variants);
    if (remembered === undefined) return;
    gathered.lessons.push(remembered.lesson);
    gathered.redactedSecrets += remembered.redactedSecrets;
    if (remembered.fix !== undefined) steps.addFix(remembered.fix);
  } catch (fault) {
    // One finding that the memory refuses keeps no other out.
    if (!isAfterwitError(fault) || !refusals.includes(fault.code)) throw fault;
    const { finding, file } = found;
    const line = lineOf(finding);
    noteSkipped({ transcript: file.path, line, reason: 'not_kept' }, gathered);
  }
}

function lineOf(finding: SessionFinding): number {
  if (finding.kind === 'fix') return finding.episode.failure.line;
  return finding.kind === 'statement' ? finding.line : finding.left.line;
}

function noteSkipped(line: SkippedLine, gathered: Gathered): void {
  gathered.skippedLineCount += 1;
  if (gathered.skippedLines.length < mostListed) gathered.skippedLines.push(line);
}
