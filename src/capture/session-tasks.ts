import type { RedactedText } from '../model/brands.ts';
import type { TaskOutcome } from '../model/item-body.ts';
import type { FileEdit } from '../model/session.ts';
import { redact } from '../redaction/redact.ts';
import { countTerms } from '../text/terms.ts';
import type { ObservedRun } from './fix-episode.ts';
import { committedIn, isElsewhere, judges } from './session-state.ts';

/** Work of a session on one request of a person. Texts are as they were said. */
export interface SessionTask {
  /** Line of the transcript at which it was asked, by which the task is known again. */
  readonly line: number;
  /** When the last thing was done for it. */
  readonly atMs?: number | undefined;
  /** In the person's words, what they added later with it; cut. */
  readonly request: string;
  readonly edits: readonly FileEdit[];
  /** `1a2b3c4 Fix the lid`. */
  readonly commits: readonly string[];
  /** Checks that passed after the last change. */
  readonly passed: readonly string[];
  readonly triedInVain: readonly string[];
  readonly outcome: TaskOutcome;
  /** Terms of its remarks and its changes, the most frequent first. */
  readonly terms: readonly RedactedText[];
}

/** A task that was begun when the session was read last, where its request is not read again. */
export interface BegunTask extends Pick<SessionTask, 'line' | 'request'> {
  readonly hasChanged: boolean;
}

/** Whether a message asks for work on the code. */
export type DescribesWork = (text: string) => boolean;

/** Cut further once its secrets are taken out. */
const longestRequest = 6_000;
/** The beginning of a task is in its first remarks; later ones repeat what was read and printed. */
const longestRemarks = 3_000;
const longestChanges = 4_000;
const mostLines = 400;
const mostTerms = 60;
const mostKept = { files: 30, commits: 10, passed: 5, attempts: 10 } as const;

/**
 * The tasks of one session, as it is read. A person's message begins a new task where it describes work and the task
 * before changed something; else it goes on with that task.
 */
export class SessionTasks {
  readonly #describesWork: DescribesWork;
  #open: OpenTask | undefined;

  constructor(describesWork: DescribesWork, begun?: BegunTask) {
    this.#describesWork = describesWork;
    this.#open = begun && new OpenTask(begun);
  }

  /** @returns the task that ends with it */
  hear(text: string, { line, atMs }: { readonly line: number; readonly atMs?: number | undefined }) {
    const open = this.#open;
    if (open !== undefined && !(open.hasChanged && this.#describesWork(text))) {
      open.goOn(text, atMs);
      return undefined;
    }
    this.#open = new OpenTask({ line, request: text, hasChanged: false }, atMs);
    return this.#ended(open);
  }

  remark(text: string): void {
    this.#open?.remark(text);
  }

  /** @param output of the whole run, also of a run that passed */
  takeRun(run: ObservedRun, output: string): void {
    this.#open?.takeRun(run, output);
  }

  tryInVain(attempts: readonly string[]): void {
    this.#open?.triedInVain.push(...attempts);
  }

  end(): SessionTask | undefined {
    return this.#ended(this.#open);
  }

  /** Undefined where nothing was done for it, and of a message that asks for no work. */
  #ended(task: OpenTask | undefined): SessionTask | undefined {
    if (task === undefined || !task.hasRun) return undefined;
    return task.hasChanged || this.#describesWork(task.request) ? task.end() : undefined;
  }
}

class OpenTask {
  readonly line: number;
  readonly triedInVain: string[] = [];
  request: string;
  hasRun = false;
  readonly #hadChanged: boolean;
  #atMs: number | undefined;
  #remarks = '';
  readonly #edits = new Map<string, FileEdit>();
  readonly #commits = new Map<string, string>();
  /** The last run of each family of checks after the last change. */
  readonly #checks = new Map<string, { readonly command: string; readonly hasPassed: boolean }>();

  constructor({ line, request, hasChanged }: BegunTask, atMs?: number) {
    this.line = line;
    this.request = request.slice(0, longestRequest);
    this.#hadChanged = hasChanged;
    this.#atMs = atMs;
  }

  get hasChanged(): boolean {
    return this.#hadChanged || this.#edits.size + this.#commits.size > 0;
  }

  goOn(text: string, atMs: number | undefined): void {
    this.request = `${this.request}\n\n${text}`.slice(0, longestRequest);
    this.#atMs = atMs ?? this.#atMs;
  }

  remark(text: string): void {
    if (this.#remarks.length < longestRemarks) this.#remarks += `${text}\n`;
  }

  takeRun(run: ObservedRun, output: string): void {
    const { command = '', family, verdict, edits, atMs, onlyShows } = run;
    this.hasRun = true;
    this.#atMs = atMs ?? this.#atMs;
    const own = edits.filter((edit) => !isElsewhere(edit));
    if (own.length > 0) this.#checks.clear();
    for (const edit of own) this.#change(edit);
    const commit = committedIn(run, output);
    if (commit !== undefined) this.#commits.set(commit.id, `${commit.id} ${commit.subject}`);
    if (verdict === 'unheard' || onlyShows || !judges.test(family)) return;
    this.#checks.set(family, { command, hasPassed: verdict === 'passed' });
  }

  end(): SessionTask {
    const checks = [...this.#checks.values()];
    const passed = checks.filter(({ hasPassed }) => hasPassed).map(({ command }) => command);
    return {
      line: this.line,
      atMs: this.#atMs,
      request: this.request,
      edits: [...this.#edits.values()],
      commits: [...this.#commits.values()].slice(-mostKept.commits),
      passed: passed.slice(-mostKept.passed),
      triedInVain: [...new Set(this.triedInVain)].slice(-mostKept.attempts),
      outcome: this.#outcome(checks),
      terms: this.#terms(),
    };
  }

  #change({ path, added, removed }: FileEdit): void {
    const before = this.#edits.get(path);
    if (before === undefined && this.#edits.size >= mostKept.files) return;
    const cut = (lines: readonly string[]) => lines.slice(0, mostLines);
    this.#edits.set(path, {
      path,
      added: cut([...(before?.added ?? []), ...added]),
      removed: cut([...(before?.removed ?? []), ...removed]),
    });
  }

  #outcome(checks: readonly { readonly hasPassed: boolean }[]): TaskOutcome {
    if (!this.hasChanged) return 'unchanged';
    if (checks.length === 0) return 'unchecked';
    return checks.every(({ hasPassed }) => hasPassed) ? 'verified' : 'failing';
  }

  #terms(): readonly RedactedText[] {
    const changes = [...this.#edits.values()].flatMap(({ added, removed }) => [...removed, ...added]);
    const text = `${this.#remarks.slice(0, longestRemarks)}\n${changes.join('\n').slice(0, longestChanges)}`;
    const counted = [...countTerms(redact(text))].toSorted(([, a], [, b]) => b - a);
    return counted.slice(0, mostTerms).map(([term]) => term as RedactedText);
  }
}
