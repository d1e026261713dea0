import { isAbsolute, join } from 'node:path/posix';
import { leadingFoldersOf } from '../../capture/command-words.ts';
import { EpisodeFinder } from '../../capture/episode-finder.ts';
import { findStatements, type UserStatement } from '../../capture/find-statements.ts';
import type { FixEpisode } from '../../capture/fix-episode.ts';
import type { SessionStep } from '../../capture/judge-followed.ts';
import type { ObservedRun } from '../../capture/observed-run.ts';
import { type LeftCommand, type LeftTasks, SessionState } from '../../capture/session-state.ts';
import { type SessionFacts, SessionSummariser } from '../../capture/session-summariser.ts';
import type { CallEvent, SessionEvent } from '../../model/session.ts';
import { observeRun } from './observe-run.ts';

/** Calls whose answer never came are given up after so many others. */
const mostPending = 200;

/** Something that a session taught, with the line at which it was found. */
export type SessionFinding =
  | { readonly kind: 'fix'; readonly episode: FixEpisode }
  | {
      readonly kind: 'statement';
      readonly statement: UserStatement;
      readonly line: number;
      readonly atMs?: number | undefined;
    }
  /** What the session left: told at the end of what there is of it. */
  | { readonly kind: 'tasks'; readonly left: LeftTasks }
  | { readonly kind: 'result'; readonly left: LeftCommand };

/** Events of one session → findings, as they come. */
export class ReadingSession {
  readonly #finder = new EpisodeFinder();
  readonly #state = new SessionState();
  readonly #steps: SessionStep[] = [];
  readonly #pending = new Map<string, CallEvent>();
  readonly #summary: SessionSummariser;
  #root: string | undefined;

  readonly #belongsHere: (directory: string) => boolean;

  /**
   * @param root folder that the session began in, when its beginning is not read again
   * @param before what was known of the session, when its beginning is not read again
   * @param belongsHere whether a folder is of this repository; a session may go on in another one, of which nothing is learned here
   */
  constructor(
    root: string | undefined,
    belongsHere: (directory: string) => boolean = () => true,
    before?: SessionFacts,
  ) {
    this.#root = root;
    this.#belongsHere = belongsHere;
    this.#summary = new SessionSummariser(before);
  }

  /** Top of the working tree that paths are told from. */
  get root(): string | undefined {
    return this.#root;
  }

  /** Line of the first call from which reading must begin again to miss nothing that is still open. */
  get openLine(): number {
    const pending = this.#pending.values().next().value?.line ?? Number.POSITIVE_INFINITY;
    return Math.min(pending, this.#finder.oldestOpenLine ?? Number.POSITIVE_INFINITY);
  }

  /** What was done and heard since it was asked for last. */
  takeSteps(): readonly SessionStep[] {
    return this.#steps.splice(0);
  }

  /** How things stand at the end of what was read. */
  end(): readonly SessionFinding[] {
    const { tasks, commands } = this.#state;
    return [
      ...(tasks === undefined ? [] : [{ kind: 'tasks' as const, left: tasks }]),
      ...commands.map((left) => ({ kind: 'result' as const, left })),
    ];
  }

  /** What the session did, as far as it was read. */
  summarise(): SessionFacts | undefined {
    return this.#summary.summarise(this.#state.commands);
  }

  take(event: SessionEvent): readonly SessionFinding[] {
    this.#root ??= event.directory;
    if (event.kind === 'said') return this.#hear(event);
    if (event.kind === 'call') {
      this.#expect(event);
      return [];
    }
    const call = this.#pending.get(event.callId);
    this.#pending.delete(event.callId);
    if (call === undefined || !this.#isHere(call)) return [];
    const run = observeRun(call, event, {
      worktree: this.#root,
      relative: (path) => relativeTo(path, this.#root, call.directory),
    });
    if (run === undefined) return [];
    this.#summary.takeRun(run, event.output);
    if (call.isSubagent !== true) this.#state.takeRun(run);
    this.#steps.push(stepOf(run, event.atMs));
    return this.#finder.take(run).map((episode): SessionFinding => ({ kind: 'fix', episode }));
  }

  #isHere({ directory, command = '' }: CallEvent): boolean {
    const begins = directory ?? this.#root ?? '';
    const folder = leadingFoldersOf(command).reduce(
      (from, to) => (isAbsolute(to) || to.startsWith('~') ? to : join(from, to)),
      begins,
    );
    // What a variable stands for is not known.
    return folder === '' || folder.includes('$') || this.#belongsHere(folder);
  }

  #hear(event: Extract<SessionEvent, { kind: 'said' }>): readonly SessionFinding[] {
    const { line, atMs, text } = event;
    if (event.by === 'agent') {
      this.#finder.remark({ line, text });
      return [];
    }
    // Whoever speaks to an agent that was started by another is that other.
    if (event.isSubagent) return [];
    this.#steps.push({ kind: 'heard', atMs: atMs ?? 0, text });
    this.#summary.hear(text, atMs);
    return findStatements(text).map((statement) => ({ kind: 'statement', statement, line, atMs }));
  }

  #expect(call: CallEvent): void {
    // The list of an agent that another one started is done when that one goes on.
    if (call.tasks !== undefined && call.isSubagent !== true) this.#state.takeTasks(call.tasks, call);
    this.#pending.set(call.callId, call);
    const [oldest] = this.#pending.keys();
    if (this.#pending.size > mostPending && oldest !== undefined) this.#pending.delete(oldest);
  }
}

function stepOf({ command, families, verdict, edits }: ObservedRun, atMs = 0): SessionStep {
  return { kind: 'run', atMs, command, families, verdict, edits };
}

/** Path from the top of the repository; of a file elsewhere, the path as it is. */
function relativeTo(path: string, ...folders: readonly (string | undefined)[]): string {
  const forward = path.replaceAll('\\', '/');
  for (const folder of folders) {
    const top = folder?.replaceAll('\\', '/').replace(/\/+$/, '');
    if (top && forward.startsWith(`${top}/`)) return forward.slice(top.length + 1);
  }
  return forward.replace(/^\.\//, '');
}
