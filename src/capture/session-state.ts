import type { TaskChange, TaskNote } from '../model/session.ts';
import { neverStarted } from './never-started.ts';
import type { ObservedRun } from './observed-run.ts';

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
const judges =
  /\b(?:tests?|spec|check|lint|build|compile|vet|typecheck|tsc|pytest|tox|jest|vitest|mocha|eslint|biome|ruff|mypy|flake8|ctest|clippy|gradlew?|mvn|rspec|phpunit)\b/i;
const mostTasks = 100;
const mostFamilies = 50;

/**
 * What a session leaves behind it, as it is read. Worth keeping is only what the next session cannot see: tasks that the agent put down
 * and did not end, and checks that failed after the last change.
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

  /** Of a session that changed nothing, nothing failed by its doing. */
  get commands(): readonly LeftCommand[] {
    return [...this.#commands.values()].filter(({ error }) => error === undefined || this.#hasEdits);
  }

  /** After a change nobody knows whether what failed before still does. */
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
