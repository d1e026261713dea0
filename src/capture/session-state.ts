import type { RedactedText } from '../model/brands.ts';
import type { FileEdit, SessionSummary, TaskChange, TaskNote } from '../model/session.ts';
import { redact } from '../redaction/redact.ts';
import { oneLine } from '../text/words.ts';
import { neverStarted, type ObservedRun } from './fix-episode.ts';

/** How a session left a command: failing, or passing again. */
export interface LeftCommand {
  readonly family: string;
  readonly command: string;
  /** Line of the transcript of its last run. */
  readonly line: number;
  readonly atMs?: number | undefined;
  /** The line that says why it failed, as it was printed; undefined where it passed. */
  readonly error: string | undefined;
}

/** The list of tasks as a session left it. */
export interface LeftTasks {
  readonly tasks: readonly TaskNote[];
  readonly line: number;
  readonly atMs?: number | undefined;
}

interface TaskMoment {
  readonly line: number;
  readonly atMs?: number | undefined;
}

/** Commands that judge the work; of all others, a failure says nothing to the next session. */
export const judges =
  /\b(?:tests?|spec|check|lint|build|compile|vet|typecheck|tsc|pytest|tox|jest|vitest|mocha|eslint|biome|ruff|mypy|flake8|ctest|clippy|gradlew?|mvn|rspec|phpunit)\b/i;
const mostTasks = 100;
const mostFamilies = 50;

/**
 * Open work of a session, as it is read. Worth keeping is only what the next session cannot see: tasks that the agent
 * put down and did not end, and checks that failed after the last change.
 */
export class SessionState {
  #tasks: TaskNote[] = [];
  #told: TaskMoment | undefined;
  /** A change of a task that was added before the reading began. */
  #isPartial = false;
  #hasEdits = false;
  readonly #commands = new Map<string, LeftCommand>();

  takeTasks(change: TaskChange, moment: TaskMoment): void {
    this.#told = { line: moment.line, atMs: moment.atMs };
    if (change.kind === 'list') {
      this.#tasks = change.tasks.slice(0, mostTasks);
      this.#isPartial = false;
    } else if (change.kind === 'added') {
      if (this.#tasks.length < mostTasks) this.#tasks.push({ text: change.text, state: 'open' });
    } else {
      const task = this.#tasks[change.number - 1];
      if (task === undefined) this.#isPartial = true;
      else this.#tasks[change.number - 1] = { ...task, state: change.state };
    }
  }

  takeRun(run: ObservedRun): void {
    if (run.edits.length > 0) this.#change();
    const { command, family, verdict, line, atMs, errorLines, telling } = run;
    if (command === undefined || family === '' || verdict === 'unheard' || run.onlyShows) return;
    for (const passed of verdict === 'passed' ? run.families : [])
      this.#leave({ ...moment(run), family: passed, command, error: undefined });
    if (verdict !== 'failed' || neverStarted(run) || !judges.test(family) || errorLines.length === 0) return;
    this.#leave({ family, command, line, atMs, error: telling ?? errorLines[0] });
  }

  /** Undefined where nothing was told of tasks, or not all of it. */
  get tasks(): LeftTasks | undefined {
    if (this.#told === undefined || this.#isPartial) return undefined;
    return { tasks: this.#tasks, ...this.#told };
  }

  /** A session that changed nothing is not to blame for a failure. */
  get commands(): readonly LeftCommand[] {
    return [...this.#commands.values()].filter(({ error }) => error === undefined || this.#hasEdits);
  }

  /** After a change it is unknown whether an earlier failure persists. */
  #change(): void {
    this.#hasEdits = true;
    for (const { family, error } of [...this.#commands.values()])
      if (error !== undefined) this.#commands.delete(family);
  }

  #leave(left: LeftCommand): void {
    this.#commands.delete(left.family);
    this.#commands.set(left.family, left);
    const [oldest] = this.#commands.keys();
    if (this.#commands.size > mostFamilies && oldest !== undefined) this.#commands.delete(oldest);
  }
}

function moment({ line, atMs }: ObservedRun): TaskMoment {
  return { line, atMs };
}

const mostNamed = 12;
const longestTask = 160;
const longestCommand = 200;
const longestError = 300;

/** Describes the tasks that are left; undefined where none is. */
export function describeTasks({ tasks }: LeftTasks): string | undefined {
  const begun = tasks.filter(({ state }) => state === 'begun');
  const open = tasks.filter(({ state }) => state === 'open');
  const left = [...begun, ...open];
  if (left.length === 0) return undefined;
  const lines = left
    .slice(0, mostNamed)
    .map(({ text, state }) => `- ${shorten(text, longestTask)}${state === 'begun' ? ' (begun)' : ''}`);
  const more = left.length > mostNamed ? [`- and ${left.length - mostNamed} more`] : [];
  return [`A session left ${left.length} of ${tasks.length} tasks open:`, ...lines, ...more].join('\n');
}

/** How a session left a command; undefined where it passed. */
export function describeResult({ command, error }: LeftCommand): string | undefined {
  if (error === undefined) return undefined;
  const line = shorten(command.split('\n')[0] ?? '', longestCommand);
  return `\`${line}\` failed after the last change of a session:\n${shorten(error, longestError)}`;
}

function shorten(text: string, most: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most)}…`;
}

const longestRequest = 120;
const longestSubject = 80;
const longestFailing = 160;
const mostFiles = 30;
const mostCommits = 10;
const mostAttempts = 3;
/** How git answers a commit: `[main 1a2b3c4] Fix the lid`. */
const committed = /^\[[^\]\n]{1,200} ([0-9a-f]{7,40})\] (.{1,300})$/m;

/** The commit that a run made, if it made one. @param output of the whole run */
export function committedIn(
  { command = '', verdict }: Pick<ObservedRun, 'command' | 'verdict'>,
  output: string,
): { readonly id: string; readonly subject: string } | undefined {
  if (verdict !== 'passed' || !/\bgit\b.*\bcommit\b/.test(command)) return undefined;
  const [, id, subject = ''] = committed.exec(output) ?? [];
  return id === undefined ? undefined : { id: id.slice(0, 7), subject };
}

/** Whether an edit was of a file outside of the repository. */
export function isElsewhere({ path }: Pick<FileEdit, 'path'>): boolean {
  return /^(?:\/|~|\.\.|[A-Za-z]:)/.test(path);
}

/** Summarises a session as it is read; goes on from known facts when its beginning is not read again. */
export class SessionSummariser {
  readonly #before: SessionFacts | undefined;
  readonly #files: Set<RedactedText>;
  readonly #commits: Map<string, RedactedText>;
  #triedInVain: readonly RedactedText[];
  #request: RedactedText | undefined;
  #endedAtMs: number;
  #hasRun = false;

  constructor(before?: SessionFacts) {
    this.#before = before;
    this.#files = new Set(before?.files);
    this.#commits = new Map(before?.commits.map((text) => [text.slice(0, 7), text]));
    this.#triedInVain = before?.triedInVain ?? [];
    this.#request = before?.request;
    this.#endedAtMs = before?.endedAtMs ?? 0;
  }

  hear(text: string, atMs = 0): void {
    this.#request ??= quotedLine(text, longestRequest);
    this.#endedAtMs = Math.max(this.#endedAtMs, atMs);
  }

  /** @param output of the whole run, also of a run that passed */
  takeRun(run: ObservedRun, output: string): void {
    const { command = '', edits, atMs = 0 } = run;
    this.#hasRun ||= command !== '';
    this.#endedAtMs = Math.max(this.#endedAtMs, atMs);
    for (const edit of edits)
      if (this.#files.size < mostFiles && !isElsewhere(edit))
        this.#files.add(quotedLine(edit.path, longestRequest));
    const commit = committedIn(run, output);
    if (commit !== undefined)
      this.#commits.set(commit.id, quotedLine(`${commit.id} ${commit.subject}`, longestSubject));
  }

  tryInVain(attempts: readonly string[]): void {
    const all = [...this.#triedInVain, ...attempts.map((text) => quotedLine(text, longestRequest))];
    this.#triedInVain = [...new Set(all)].slice(-mostAttempts);
  }

  /** Undefined of a session that changed and asked nothing here. @param commands as it left them */
  summarise(commands: readonly LeftCommand[]): SessionFacts | undefined {
    const request = this.#request;
    if (request === undefined && this.#files.size + this.#commits.size === 0) return undefined;
    const failed = commands.findLast(({ error }) => error !== undefined);
    const failing =
      failed === undefined
        ? this.#hasRun || this.#before === undefined
          ? undefined
          : this.#before.failing
        : {
            command: quotedLine(failed.command, longestFailing),
            error: quotedLine(failed.error ?? '', longestFailing),
          };
    return {
      endedAtMs: this.#endedAtMs,
      ...(request === undefined ? {} : { request }),
      files: [...this.#files],
      commits: [...this.#commits.values()].slice(-mostCommits),
      ...(failing === undefined ? {} : { failing }),
      ...(this.#triedInVain.length === 0 ? {} : { triedInVain: this.#triedInVain }),
    };
  }
}

/** Facts that are read from a session itself. */
export type SessionFacts = Omit<SessionSummary, 'agent' | 'session' | 'lessonCount'>;

/** Secrets are taken out before it is cut. */
function quotedLine(text: string, longest: number): RedactedText {
  const line = oneLine(redact(text.slice(0, 20 * longest)));
  return (line.length > longest ? `${line.slice(0, longest - 1)}…` : line) as RedactedText;
}
