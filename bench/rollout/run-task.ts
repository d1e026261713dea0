import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openHome, openMemory } from '../../src/index.ts';
import { person } from '../person.ts';
import { judgeRepository, type Verdict } from './judge-repository.ts';
import { makeRepository, type TestRun } from './make-repository.ts';
import { readEvents, type ToldWork } from './read-events.ts';
import { runAgent } from './run-agent.ts';
import { type Task, type TaskKind, taskText, testCommand } from './task.ts';

/** `with`: what was learned of the earlier failure is in the memory; `without`: the memory is empty. */
export const arms = ['without', 'with'] as const;
export type Arm = (typeof arms)[number];

/** One agent in one repository, once. */
export interface TaskRun extends Verdict, ToldWork {
  readonly task: string;
  readonly kind: TaskKind;
  readonly arm: Arm;
  /** How often hooks showed it something of the memory. */
  readonly injections: number;
  /** Calls of hooks that were too late to say anything. */
  readonly lateHooks: number;
  readonly isTooLate: boolean;
  readonly status: number | null;
  readonly wallMs: number;
}

interface RunRequest {
  readonly agent: string;
  readonly arm: Arm;
  /** Which of the repetitions. */
  readonly round: number;
  readonly limitMs: number;
  /** Folder for repositories and memories, which go when the run is over. */
  readonly folder: string;
  /** Folder where runs are kept, to go on from. */
  readonly results?: string | undefined;
  /** Names what is built: of another build other runs are kept. */
  readonly build: string;
}

/** Lets the agent work on a repository, unless it did before and that was kept. */
export async function runTask(task: Task, request: RunRequest): Promise<TaskRun> {
  const { agent, arm, round, limitMs, results, build } = request;
  const label = `${task.name}, ${arm} memory, round ${round}`;
  const key = createHash('sha256')
    .update(JSON.stringify([build, agent, limitMs, task]))
    .digest('hex')
    .slice(0, 16);
  const file = results === undefined ? undefined : join(results, `rollout-${key}`, `${arm}-${round}.json`);
  if (file !== undefined && existsSync(file)) {
    console.error(`rollout: ${label}: found before`);
    return JSON.parse(readFileSync(file, 'utf8')) as TaskRun;
  }
  const found = await workOn(task, request);
  const end = found.isTooLate ? 'stopped, too late' : found.success ? 'passes' : 'fails';
  console.error(`rollout: ${label}: ${end} after ${(found.wallMs / 1_000).toFixed(1)} s`);
  if (file === undefined) return found;
  mkdirSync(join(file, '..'), { recursive: true });
  // A run that is stopped while it writes leaves no half of it behind.
  writeFileSync(`${file}.part`, JSON.stringify(found));
  renameSync(`${file}.part`, file);
  return found;
}

async function workOn(task: Task, { agent, arm, limitMs, folder }: RunRequest): Promise<TaskRun> {
  mkdirSync(folder, { recursive: true });
  const own = mkdtempSync(join(folder, `${task.name}-`));
  try {
    const repository = join(own, task.name);
    const home = join(own, 'home');
    const earlier = makeRepository(task, repository);
    if (arm === 'with') await teach(task, { repository, home, earlier });
    const run = await runAgent({ command: agent, cwd: repository, input: taskText, home, limitMs });
    const { stdout, status, isTooLate, wallMs } = run;
    return {
      task: task.name,
      kind: task.kind,
      arm,
      ...judgeRepository(task, repository),
      ...readEvents(stdout),
      ...(await readReceipts(home, repository)),
      isTooLate,
      status,
      wallMs,
    };
  } finally {
    rmSync(own, { recursive: true, force: true, maxRetries: 3 });
  }
}

interface Lesson {
  readonly repository: string;
  readonly home: string;
  readonly earlier: TestRun;
}

async function teach(task: Task, { repository, home, earlier }: Lesson): Promise<void> {
  await using memory = await openMemory({ repository, home, speaker: person });
  await memory.remember({
    content: task.lesson,
    failure: { command: testCommand, exitCode: 1, output: earlier.output },
  });
}

async function readReceipts(
  home: string,
  repository: string,
): Promise<Pick<TaskRun, 'injections' | 'lateHooks'>> {
  await using opened = await openHome({ home, repository, speaker: person });
  const { injections, hooks } = await opened.statistics();
  return { injections: injections.count, lateHooks: hooks.tooLate };
}
