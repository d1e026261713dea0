import { type Memory, openMemory } from '../../src/index.ts';
import { person } from '../person.ts';
import { cpuMsSince, endedChildrenCpuMs } from './cpu-time.ts';
import type { ExampleFailure } from './example-failures.ts';
import type { FilledMemory } from './fill-memory.ts';
import type { PreparedClone } from './prepare-clone.ts';
import { SeededRandom } from './seeded-random.ts';

const warmUps = 30;
const seed = 44;

type RecallKind =
  | 'known failure'
  | 'unknown failure'
  | 'question'
  | 'other question'
  | 'question after a commit';

export interface TimedRecall {
  readonly kind: RecallKind;
  /** Of this process and of git, where it was started. */
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Memories shown. */
  readonly shown: number;
}

interface Question {
  readonly kind: RecallKind;
  readonly request: Parameters<Memory['recall']>[0];
}

interface Place {
  readonly clone: PreparedClone;
  readonly home: string;
}

/**
 * Asks in this process, warmed up, while the same commit stays checked out: half as a hook would after a failure, half in
 * words; of each, half has no answer.
 */
export async function timeRecalls(
  filled: FilledMemory,
  { clone, home }: Place,
  count: number,
): Promise<readonly TimedRecall[]> {
  await using memory = await openMemory({ repository: clone.path, home, speaker: person });
  const timed: TimedRecall[] = [];
  for (const question of sampleQuestions(filled, count + warmUps))
    timed.push(await timeRecall(memory, question));
  return timed.slice(warmUps);
}

/** Asks once after each of several new commits: which memories belong to the history has to be found out anew. */
export async function timeRecallsAfterCommits(
  { questions }: FilledMemory,
  { clone, home }: Place,
  count: number,
): Promise<readonly TimedRecall[]> {
  const random = new SeededRandom(seed);
  await using memory = await openMemory({ repository: clone.path, home, speaker: person });
  const timed: TimedRecall[] = [];
  for (let commit = 0; commit < count + warmUps; commit++) {
    clone.commit();
    const request = { query: random.pick(questions) };
    timed.push(await timeRecall(memory, { kind: 'question after a commit', request }));
  }
  clone.checkOut(clone.stages.at(-1) ?? 'HEAD');
  return timed.slice(warmUps);
}

async function timeRecall(memory: Memory, { kind, request }: Question): Promise<TimedRecall> {
  const childrenMs = endedChildrenCpuMs();
  const before = process.cpuUsage();
  const startedAtMs = performance.now();
  const { memories } = await memory.recall(request);
  const wallMs = performance.now() - startedAtMs;
  const ownMs = cpuMsSince(before);
  const gitMs = endedChildrenCpuMs() - childrenMs;
  return { kind, cpuMs: ownMs + (Number.isNaN(gitMs) ? 0 : gitMs), wallMs, shown: memories.length };
}

function sampleQuestions({ known, unknown, questions }: FilledMemory, count: number): readonly Question[] {
  const random = new SeededRandom(seed);
  const afterFailure = ({ command, exitCode, print }: ExampleFailure): Question['request'] => ({
    moment: 'after_failure',
    failure: { command, exitCode, output: print(random) },
  });
  const makers: readonly (() => Question)[] = [
    () => ({ kind: 'known failure', request: afterFailure(random.pick(known).failure) }),
    () => ({ kind: 'question', request: { query: random.pick(questions) } }),
    () => ({ kind: 'unknown failure', request: afterFailure(random.pick(unknown)) }),
    () => ({ kind: 'other question', request: { query: random.pick(unknown).question } }),
  ];
  return Array.from({ length: count }, (_, at) => (makers[at % makers.length] as () => Question)());
}
