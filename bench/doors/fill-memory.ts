import { openMemory } from '../../src/index.ts';
import { person } from '../person.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { type ExampleFailure, exampleFailures } from './example-failures.ts';
import { type ExampleMemory, exampleLesson, resolutionOf } from './example-memories.ts';
import type { PreparedClone } from './prepare-clone.ts';
import { SeededRandom } from './seeded-random.ts';
import { watchTransactions } from './watch-transactions.ts';

/** Of all memories, those that resolve a failure. */
const resolutionShare = 0.6;
const seed = 4;

/** A failure that is known, and whether it was learned at another commit than is checked out in the end. */
interface KnownFailure {
  readonly failure: ExampleFailure;
  readonly isEarly: boolean;
}

export interface FilledMemory {
  readonly count: number;
  readonly known: readonly KnownFailure[];
  readonly unknown: readonly ExampleFailure[];
  /** Questions that memories of all kinds answer. */
  readonly questions: readonly string[];
  /** CPU time of each `remember`, and of its transaction alone, in order. */
  readonly recordMs: readonly number[];
  readonly writeMs: readonly number[];
}

interface FillRequest {
  readonly clone: PreparedClone;
  readonly home: string;
  readonly count: number;
  /** Failures to be known beside those that are made up. */
  readonly real: readonly ExampleFailure[];
}

/** A memory to be, and the failure it is about, if any. */
type Planned = ExampleMemory & { readonly failure?: ExampleFailure };

/** Writes memories through the library, at one commit after the other. */
export async function fillMemory({ clone, home, count, real }: FillRequest): Promise<FilledMemory> {
  const random = new SeededRandom(seed);
  const resolutionCount = Math.round(count * resolutionShare);
  const madeUp = exampleFailures(resolutionCount * 2, random);
  const failures = [...real, ...madeUp].slice(0, resolutionCount);
  const planned: readonly Planned[] = random.shuffle([
    ...failures.map((failure) => ({ failure, ...resolutionOf(failure, clone.files, random) })),
    ...Array.from({ length: count - resolutionCount }, () => exampleLesson(clone.files, random)),
  ]);
  const stageOf = (at: number) => Math.floor((at * clone.stages.length) / planned.length);
  const { recordMs, writeMs } = await remember(planned, { clone, home, stageOf });
  return {
    count,
    known: planned.flatMap(({ failure }, at) =>
      failure ? [{ failure, isEarly: stageOf(at) < clone.stages.length - 1 }] : [],
    ),
    unknown: madeUp.slice(resolutionCount),
    questions: planned.map(({ question }) => question),
    recordMs,
    writeMs,
  };
}

interface Course {
  readonly clone: PreparedClone;
  readonly home: string;
  /** Which commit is checked out when a memory is written. */
  readonly stageOf: (at: number) => number;
}

async function remember(memories: readonly ExampleMemory[], { clone, home, stageOf }: Course) {
  await using memory = await openMemory({ repository: clone.path, home, speaker: person });
  const watch = watchTransactions();
  const recordMs: number[] = [];
  const writeMs: number[] = [];
  for (const [at, { request }] of memories.entries()) {
    if (at === 0 || stageOf(at) !== stageOf(at - 1)) clone.checkOut(clone.stages[stageOf(at)] ?? 'HEAD');
    watch.take();
    const before = process.cpuUsage();
    await memory.remember(request);
    recordMs.push(cpuMsSince(before));
    writeMs.push(watch.take().reduce((sum, ms) => sum + ms, 0));
  }
  watch.stop();
  clone.checkOut(clone.stages.at(-1) ?? 'HEAD');
  return { recordMs, writeMs };
}
