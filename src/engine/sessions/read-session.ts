import { isAbsolute, join, normalize } from 'node:path/posix';
import { leadingFoldersOf } from '../../capture/command-lines.ts';
import { EpisodeFinder } from '../../capture/episode-finder.ts';
import { findStatements } from '../../capture/find-statements.ts';
import { FindingTracker, type MendedFinding } from '../../capture/finding-tracker.ts';
import type { ObservedRun } from '../../capture/fix-episode.ts';
import type { SessionStep } from '../../capture/judge-followed.ts';
import { type SessionFacts, SessionState, SessionSummariser } from '../../capture/session-state.ts';
import { type BegunTask, type SessionTask, SessionTasks } from '../../capture/session-tasks.ts';
import type { CallEvent, ResultEvent, SaidEvent, SessionEvent } from '../../model/session.ts';
import type {
  TranscriptFile,
  TranscriptPosition,
  TranscriptSource,
  TranscriptStep,
} from '../../ports/transcript-source.ts';
import { describesWork, splitIssue } from '../../query/split-issue.ts';
import { observeRun } from './observe-run.ts';
import type { FoundInSession, SessionFinding } from './session-finding.ts';

/** Calls whose answer never came are given up after so many others. */
const mostPending = 200;

export interface SessionReading {
  /** Top of the tree of this repository that a folder is of: a session may go on in another one, of which nothing is learned here. */
  readonly topOf: (directory: string) => string | undefined;
  readonly from?: TranscriptPosition | undefined;
  /** Facts of the session at its last reading. */
  readonly before?: SessionFacts | undefined;
  /** The last task of the session as it was read last. */
  readonly begun?: BegunTask | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Findings of one more line of a transcript; the last step has those of its end. */
export interface ReadStep extends Pick<TranscriptStep, 'skipped'> {
  readonly findings: readonly FoundInSession[];
  readonly session?: string | undefined;
  /** Actions and messages of the line. */
  readonly steps: readonly SessionStep[];
  readonly line: number;
  readonly bytesRead: number;
  /** From here on the transcript is to be read the next time. */
  readonly position: TranscriptPosition | undefined;
  /** Facts of the whole session; of the last step. */
  readonly facts?: SessionFacts | undefined;
}

/** Reads a transcript once, to its end. */
export async function* readSession(
  source: TranscriptSource,
  file: TranscriptFile,
  { topOf, from, before, begun, signal }: SessionReading,
): AsyncGenerator<ReadStep> {
  // A task read again from before its request is told anew.
  const goesOn = begun !== undefined && from !== undefined && from.line >= begun.line;
  const reading = new ReadingSession(from?.carried.beganIn, topOf, {
    before,
    begun: goesOn ? begun : undefined,
  });
  /** Places before the calls that may still be open. */
  const places: { readonly line: number; readonly before: TranscriptPosition | undefined }[] = [];
  let last = from;
  let next: TranscriptPosition | undefined;
  for await (const { events, position, skipped } of source.read(file, { from, signal })) {
    const { line, offset, carried } = position;
    if (events.some(({ kind }) => kind === 'call')) places.push({ line, before: last });
    const findings = events.flatMap((event) => reading.take(event));
    while (places[0] !== undefined && places[0].line < reading.openLine) places.shift();
    next = places[0] === undefined ? position : (places[0].before ?? beginningOf(position));
    const { session } = carried;
    yield {
      findings: findings.map((finding) => ({ finding, file, session, root: reading.root })),
      ...{ session, line, position: next, steps: reading.takeSteps() },
      bytesRead: Math.max(0, offset - (last?.offset ?? 0)),
      ...(skipped && { skipped }),
    };
    last = position;
  }
  const session = last?.carried.session;
  yield {
    findings: reading.end().map((finding) => ({ finding, file, session, root: reading.root })),
    ...{ session, steps: [], line: last?.line ?? 0, bytesRead: 0, position: next },
    facts: reading.summarise(),
  };
}

function beginningOf({ headDigest }: TranscriptPosition): TranscriptPosition {
  return { offset: 0, line: 0, headDigest, carried: {} };
}

/** Events of one session → findings, as they come. */
class ReadingSession {
  readonly #finder = new EpisodeFinder();
  readonly #tracker = new FindingTracker();
  readonly #state = new SessionState();
  readonly #steps: SessionStep[] = [];
  readonly #pending = new Map<string, CallEvent>();
  readonly #summary: SessionSummariser;
  readonly #tasks: SessionTasks;
  readonly #topOf: SessionReading['topOf'];
  #root: string | undefined;

  /**
   * @param beganIn folder that the session began in, when its beginning is not read again
   * @param known facts of the session so far, when its beginning is not read again
   */
  constructor(
    beganIn: string | undefined,
    topOf: SessionReading['topOf'],
    { before, begun }: Pick<SessionReading, 'before' | 'begun'>,
  ) {
    this.#topOf = topOf;
    this.#root = this.#topFrom(beganIn);
    this.#summary = new SessionSummariser(before);
    this.#tasks = new SessionTasks((text) => describesWork(splitIssue(text)), begun);
  }

  /** Top of the working tree that paths are told from. */
  get root(): string | undefined {
    return this.#root;
  }

  /** Line of the first call from which reading must begin again to miss nothing that is still open. */
  get openLine(): number {
    const pending = this.#pending.values().next().value?.line ?? Number.POSITIVE_INFINITY;
    const open = [this.#finder.oldestOpenLine, this.#tracker.oldestOpenLine];
    return Math.min(pending, ...open.map((line) => line ?? Number.POSITIVE_INFINITY));
  }

  /** Returns the steps since the last call. */
  takeSteps(): readonly SessionStep[] {
    return this.#steps.splice(0);
  }

  /** Findings that depend on how the session ends, as far as it was read. */
  end(): readonly SessionFinding[] {
    const { tasks, commands } = this.#state;
    return [
      ...this.#tracker.end().map(foundWay),
      ...experienceOf(this.#tasks.end()),
      ...(tasks === undefined ? [] : [{ kind: 'tasks' as const, left: tasks }]),
      ...commands.map((left) => ({ kind: 'result' as const, left })),
    ];
  }

  summarise(): SessionFacts | undefined {
    return this.#summary.summarise(this.#state.commands);
  }

  /** An agent may work in any folder of the tree. */
  #topFrom(directory: string | undefined): string | undefined {
    return directory === undefined ? undefined : (this.#topOf(directory) ?? directory);
  }

  take(event: SessionEvent): readonly SessionFinding[] {
    this.#root ??= this.#topFrom(event.directory);
    if (event.kind === 'said') return this.#hear(event);
    if (event.kind === 'result') return this.#see(event);
    // The list of an agent that another one started is done when that one goes on.
    if (event.tasks !== undefined && event.isSubagent !== true) this.#state.takeTasks(event.tasks, event);
    this.#pending.set(event.callId, event);
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > mostPending && oldest !== undefined) this.#pending.delete(oldest);
    return [];
  }

  #see(event: ResultEvent): readonly SessionFinding[] {
    const call = this.#pending.get(event.callId);
    this.#pending.delete(event.callId);
    if (call === undefined || !this.#isHere(call)) return [];
    const run = observeRun(call, event, {
      worktree: this.#root,
      relative: (path) => relativeTo(path, this.#root, call.directory),
    });
    if (run === undefined) return [];
    this.#summary.takeRun(run, event.output);
    this.#tasks.takeRun(run, event.output);
    if (call.isSubagent !== true) this.#state.takeRun(run);
    this.#steps.push(stepOf(run, event.atMs));
    const episodes = this.#finder.take(run);
    const attempts = episodes.flatMap((episode) => episode.attempts);
    this.#tasks.tryInVain(attempts);
    this.#summary.tryInVain(attempts);
    return [
      ...episodes.map((episode) => ({ kind: 'fix' as const, episode })),
      ...this.#tracker.take(run).map(foundWay),
    ];
  }

  #isHere({ directory, command = '' }: CallEvent): boolean {
    const begins = directory ?? this.#root ?? '';
    const folder = leadingFoldersOf(command).reduce(
      (from, to) => (isAbsolute(to) || to.startsWith('~') ? to : join(from, to)),
      begins,
    );
    // The value of a variable is not known.
    return folder === '' || folder.includes('$') || this.#topOf(folder) !== undefined;
  }

  #hear({ line, atMs, text, by, isSubagent }: SaidEvent): readonly SessionFinding[] {
    if (by === 'agent') {
      this.#finder.remark({ line, text });
      this.#tasks.remark(text);
    }
    // The messages of a subagent's user come from the agent that started it.
    if (by === 'agent' || isSubagent) return [];
    this.#steps.push({ kind: 'heard', atMs: atMs ?? 0, text });
    this.#summary.hear(text, atMs);
    const statements = findStatements(text);
    return [
      ...experienceOf(this.#tasks.hear(text, { line, atMs })),
      ...statements.map((statement) => ({ kind: 'statement' as const, statement, line, atMs })),
    ];
  }
}

function experienceOf(task: SessionTask | undefined): readonly SessionFinding[] {
  return task === undefined ? [] : [{ kind: 'experience', task }];
}

function foundWay(done: MendedFinding): SessionFinding {
  return { kind: 'way', done };
}

function stepOf({ command, families, verdict, edits }: ObservedRun, atMs = 0): SessionStep {
  return { kind: 'run', atMs, command, families, verdict, edits };
}

/** Path from the top of the repository; of a file elsewhere, the path as it is. @param directory that a relative path is of */
function relativeTo(path: string, root: string | undefined, directory: string | undefined): string {
  const forward = path.replaceAll('\\', '/');
  const fromTop = (place: string, top = '') => {
    const folder = top.replaceAll('\\', '/').replace(/\/+$/, '');
    return folder !== '' && place.startsWith(`${folder}/`) ? place.slice(folder.length + 1) : undefined;
  };
  const isWhole = /^(?:[/~]|[A-Za-z]:)/.test(forward);
  if (isWhole) return fromTop(forward, root) ?? fromTop(forward, directory) ?? forward;
  const below = fromTop(directory?.replaceAll('\\', '/') ?? '', root);
  return normalize(below === undefined ? forward : join(below, forward));
}
