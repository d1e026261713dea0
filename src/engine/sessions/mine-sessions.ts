import type { SessionFacts } from '../../capture/session-state.ts';
import type { IndexProgress } from '../../model/answers/memory-status.ts';
import type { ItemId } from '../../model/brands.ts';
import { defined } from '../../model/defined.ts';
import { type ErrorCode, isAfterwitError } from '../../model/errors.ts';
import {
  type ExtractionReport,
  type MinedLesson,
  type MiningPlan,
  type MiningReport,
  type SkippedLine,
  sessionAgents,
  type TranscriptCount,
} from '../../model/session.ts';
import type { MinedTranscript, TranscriptFile, TranscriptPosition } from '../../ports/transcript-source.ts';
import { SessionSteps } from './credit-memories.ts';
import { addReports, StatementExtraction } from './extract-statements.ts';
import { type ReadStep, readSession } from './read-session.ts';
import { lastTask } from './remember-experience.ts';
import { lineOf, previewFinding, rememberFinding } from './remember-finding.ts';
import type { FoundInSession, MiningDependencies } from './session-finding.ts';

const mostListed = 100;
/** Answers of the memory to a text that it does not take. */
const refusals: readonly ErrorCode[] = ['INVALID_ARGUMENT', 'TEXT_TOO_LARGE'];

export interface MineSessionsRequest {
  /** Files and folders of transcripts. Default: those of the agents. */
  readonly places?: readonly string[] | undefined;
  /** Nothing is written; the report has the lessons to be learned. */
  readonly preview?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
}

type ChoosingDependencies = Pick<MiningDependencies, 'transcripts' | 'log' | 'topOf'>;

interface Gathered {
  readonly lessons: MinedLesson[];
  readonly skippedLines: SkippedLine[];
  taskCount: number;
  skippedLineCount: number;
  redactedSecrets: number;
  bytesRead: number;
  extraction?: ExtractionReport | undefined;
}

/** Transcripts of sessions in this repository, by the folder that their first lines name. */
function chooseTranscripts(
  { places }: Pick<MineSessionsRequest, 'places'>,
  { transcripts, log, topOf }: ChoosingDependencies,
) {
  const mined = log.read();
  const listed = transcripts.list(places);
  const all = listed.filter(({ isUnreadable }) => !isUnreadable);
  const relative = new Map<string, number>();
  const own = all.filter((file) => {
    // A sub-agent's file says the same as the session's own.
    const known = mined?.get(file.path);
    const beganIn = known?.position.carried.beganIn;
    // Another session may lie at the path of a former one, so earlier readings hold only for an unchanged file.
    const directory = isUnchanged(file, known) ? beganIn : (transcripts.directoryOf(file) ?? beganIn);
    if (directory === undefined) return false;
    const isOwn = topOf(directory) !== undefined;
    if (!isOwn && isRelative(directory)) relative.set(directory, (relative.get(directory) ?? 0) + 1);
    return isOwn;
  });
  return {
    unreadable: listed.filter(({ isUnreadable }) => isUnreadable),
    ...{ own, otherFiles: all.length - own.length, mined: mined ?? new Map<string, MinedTranscript>() },
    relativeFolders: [...relative]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, mostListed)
      .map(([folder, files]) => ({ folder, files })),
  };
}

/** It says not where on the machine, so that no repository is known by it. */
function isRelative(directory: string): boolean {
  return !/^(?:[/\\~]|[A-Za-z]:)/.test(directory);
}

/** It is as it was when it was mined. */
function isUnchanged(file: TranscriptFile, known: MinedTranscript | undefined): boolean {
  return known !== undefined && known.bytes === file.bytes && known.modifiedAtMs === file.modifiedAtMs;
}

/** Only agents of which there are transcripts. */
function countByAgent(files: readonly TranscriptFile[]): readonly TranscriptCount[] {
  return sessionAgents.flatMap((agent) => {
    const own = files.filter((file) => file.agent === agent);
    const bytes = own.reduce((sum, file) => sum + file.bytes, 0);
    return own.length === 0 ? [] : [{ agent, files: own.length, bytes }];
  });
}

/** Counts the transcripts that mining would read. */
export function planMining(
  request: Pick<MineSessionsRequest, 'places'>,
  dependencies: ChoosingDependencies,
): MiningPlan {
  const { own, otherFiles, relativeFolders } = chooseTranscripts(request, dependencies);
  const consent = dependencies.log.consent() ?? 'not_asked';
  return { transcripts: countByAgent(own), otherFiles, relativeFolders, consent };
}

/**
 * Transcripts → those of sessions here that have grown → runs and remarks → failures with their fixes, and statements → memory.
 * Idempotent: mining the same again adds nothing. Interrupted, it goes on where it was the next time.
 * @throws HOME_NOT_WRITABLE, DISK_FULL and the store's errors; an AbortError when it is interrupted
 */
export async function mineSessions(
  { places, preview = false, signal, onProgress }: MineSessionsRequest,
  dependencies: MiningDependencies,
): Promise<MiningReport> {
  const { clock, log } = dependencies;
  const startedAtMs = clock.nowMs();
  const { own, unreadable, otherFiles, relativeFolders, mined } = chooseTranscripts({ places }, dependencies);
  // The latest last: how it left things is how they stand.
  const changed = own
    .filter((file) => preview || !isUnchanged(file, mined.get(file.path)))
    .toSorted((a, b) => a.modifiedAtMs - b.modifiedAtMs);
  const gathered: Gathered = {
    lessons: [],
    skippedLines: [],
    taskCount: 0,
    skippedLineCount: 0,
    redactedSecrets: 0,
    bytesRead: 0,
  };
  for (const { path } of unreadable)
    noteSkipped({ transcript: path, line: 0, reason: 'unreadable' }, gathered);
  const written = new Map(mined);
  for (const [done, file] of changed.entries()) {
    onProgress?.({ phase: 'sessions', done, total: changed.length });
    const from = mined.get(file.path);
    if (preview) await previewTranscript(file, gathered, { ...dependencies, signal });
    else
      await mineTranscript(file, gathered, {
        ...dependencies,
        ...{ signal, from },
        keep: (transcript) => log.write(written.set(file.path, transcript)),
      });
  }
  if (!preview && changed.length === 0) log.write(written);
  const { extraction, ...found } = gathered;
  return {
    preview,
    transcripts: countByAgent(own),
    unchangedFiles: own.length - changed.length,
    ...{ otherFiles, relativeFolders },
    ...{ ...found, ...defined({ extraction }) },
    tookMs: clock.nowMs() - startedAtMs,
  };
}

interface TranscriptMining extends MiningDependencies {
  readonly signal: AbortSignal | undefined;
  readonly from: MinedTranscript | undefined;
  readonly keep: (transcript: MinedTranscript) => void;
}

async function previewTranscript(
  file: TranscriptFile,
  gathered: Gathered,
  preview: MiningDependencies & Pick<TranscriptMining, 'signal'>,
): Promise<void> {
  const extraction = extractionBy(preview);
  for await (const step of readSession(preview.transcripts, file, preview)) {
    noteStep(step, file, gathered);
    extraction?.hear(step);
    for (const found of step.findings) {
      if (found.finding.kind === 'experience') gathered.taskCount += 1;
      const lesson = previewFinding(found, preview);
      if (lesson !== undefined) gathered.lessons.push(lesson);
    }
  }
  gathered.extraction = addReports(gathered.extraction, extraction?.preview());
}

async function mineTranscript(
  file: TranscriptFile,
  gathered: Gathered,
  mining: TranscriptMining,
): Promise<void> {
  const { transcripts, topOf, from, signal, keep } = mining;
  const before = from?.summary;
  const known = from?.position.carried.session;
  const begun =
    known === undefined
      ? undefined
      : mining.store.read((reader) => lastTask(reader, `transcript:${file.agent}/${known}`));
  const reading = { topOf, from: from?.position, before, begun, signal };
  const variants = new Map<number, ItemId>();
  const lessonsBefore = gathered.lessons.length;
  const steps = new SessionSteps(mining.store);
  const extraction = extractionBy(mining);
  let [position, facts, isWhole]: [TranscriptPosition?, SessionFacts?, boolean?] = [];
  try {
    for await (const step of readSession(transcripts, file, reading)) {
      facts = step.facts;
      noteStep(step, file, gathered);
      extraction?.hear(step);
      for (const found of step.findings) await gather(found, gathered, { mining, variants, steps });
      if (step.session !== undefined && step.steps.length > 0) steps.add(step.session, step.steps);
      position = step.position;
    }
    const extracted = await extraction?.ask(signal);
    noteExtraction(extracted?.report, gathered, mining);
    for (const finding of extracted?.found ?? [])
      await gather({ finding, file, session: position?.carried.session }, gathered, {
        mining,
        variants,
        steps,
      });
    isWhole = true;
    await steps.credit(mining.clock.nowMs());
  } finally {
    if (position !== undefined) {
      const { agent, bytes, modifiedAtMs } = file;
      const learned = gathered.lessons.slice(lessonsBefore).filter(({ fate }) => fate !== 'known');
      const lessonCount = learned.length + (before?.lessonCount ?? 0);
      const { session } = position.carried;
      const summary = facts ? { agent, ...facts, lessonCount, ...defined({ session }) } : before;
      // A file that was not read to its end has no known size: it is read on the next time.
      keep({ bytes: isWhole ? bytes : 0, modifiedAtMs, position, ...defined({ summary }) });
    }
  }
}

function extractionBy({ asker }: Pick<MiningDependencies, 'asker'>): StatementExtraction | undefined {
  return asker && new StatementExtraction(asker);
}

function noteExtraction(
  report: ExtractionReport | undefined,
  gathered: Gathered,
  { tellMetrics }: MiningDependencies,
): void {
  if (report === undefined) return;
  gathered.extraction = addReports(gathered.extraction, report);
  tellMetrics?.({
    'memory.v3.extraction.calls': report.calls,
    'memory.v3.extraction.fallback.count': report.fault === undefined ? 0 : 1,
  });
}

function noteStep(
  { skipped, line, bytesRead }: ReadStep,
  { path }: TranscriptFile,
  gathered: Gathered,
): void {
  gathered.bytesRead += bytesRead;
  if (skipped !== undefined) noteSkipped({ transcript: path, line, reason: skipped }, gathered);
}

interface FindingContext {
  readonly mining: TranscriptMining;
  readonly variants: Map<number, ItemId>;
  readonly steps: SessionSteps;
}

async function gather(
  found: FoundInSession,
  gathered: Gathered,
  { mining, variants, steps }: FindingContext,
): Promise<void> {
  try {
    const remembered = await rememberFinding(found, mining, variants);
    if (remembered === undefined) return;
    if (remembered.lesson !== undefined) gathered.lessons.push(remembered.lesson);
    if (found.finding.kind === 'experience' && remembered.fate !== 'known') gathered.taskCount += 1;
    gathered.redactedSecrets += remembered.redactedSecrets;
    if (remembered.fix !== undefined) steps.addFix(remembered.fix);
  } catch (fault) {
    // One finding that the memory refuses keeps no other out.
    if (!isAfterwitError(fault) || !refusals.includes(fault.code)) throw fault;
    noteSkipped({ transcript: found.file.path, line: lineOf(found.finding), reason: 'not_kept' }, gathered);
  }
}

function noteSkipped(line: SkippedLine, gathered: Gathered): void {
  gathered.skippedLineCount += 1;
  if (gathered.skippedLines.length < mostListed) gathered.skippedLines.push(line);
}
