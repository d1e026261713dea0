import { type Memory, openMemory } from '../../src/index.ts';
import { fillNames } from '../datasets/fill-names.ts';
import { person } from '../person.ts';
import { cpuMsSince } from '../reporting/processes.ts';
import { type ExampleFailure, exampleFailures } from './example-failures.ts';
import { exampleNames, lessonShapes } from './example-names.ts';
import type { PreparedClone } from './prepare-clone.ts';
import { SeededRandom } from './seeded-random.ts';

type RememberRequest = Parameters<Memory['remember']>[0];

/** Of all memories, those that resolve a failure; about a file; that hold for the user, or everywhere, not for one repository. */
const resolutionShare = 0.6;
const aboutFile = 0.3;
const beyondRepository = 0.06;
const seed = 4;

export interface FilledMemory {
  /** Whether it was learned at another commit than is checked out in the end. */
  readonly known: readonly { readonly failure: ExampleFailure; readonly isEarly: boolean }[];
  readonly unknown: readonly ExampleFailure[];
  /** CPU time of each `remember`, in order. */
  readonly recordMs: readonly number[];
}

interface FillRequest {
  readonly clone: PreparedClone;
  readonly home: string;
  readonly count: number;
  /** Failures to be known beside those that are made up. */
  readonly real: readonly ExampleFailure[];
}

/** Writes memories through the library, at one commit after the other. */
export async function fillMemory({ clone, home, count, real }: FillRequest): Promise<FilledMemory> {
  const random = new SeededRandom(seed);
  const resolutionCount = Math.round(count * resolutionShare);
  const madeUp = exampleFailures(resolutionCount * 2, random);
  const failures = [...real, ...madeUp].slice(0, resolutionCount);
  const planned: readonly { readonly request: RememberRequest; readonly failure?: ExampleFailure }[] =
    random.shuffle([
      ...failures.map((failure) => {
        const { command, exitCode, remedy: content, print } = failure;
        const report = { command, exitCode, output: print(random) };
        return { failure, request: { content, failure: report, ...dependencies(clone.files, random) } };
      }),
      ...Array.from({ length: count - resolutionCount }, () => {
        const names = exampleNames(random);
        const { type, content } = random.pick(lessonShapes);
        const lesson = {
          content: fillNames(content, { ...names }),
          type,
          tags: [names.folder, names.library],
        };
        return { request: { ...lesson, ...dependencies(clone.files, random) } };
      }),
    ]);
  const stageOf = (at: number) => Math.floor((at * clone.stages.length) / planned.length);
  await using memory = await openMemory({ repository: clone.path, home, speaker: person });
  const recordMs: number[] = [];
  for (const [at, { request }] of planned.entries()) {
    if (at === 0 || stageOf(at) !== stageOf(at - 1)) clone.checkOut(clone.stages[stageOf(at)] ?? 'HEAD');
    const before = process.cpuUsage();
    await memory.remember(request);
    recordMs.push(cpuMsSince(before));
  }
  clone.checkOut(clone.stages.at(-1) ?? 'HEAD');
  return {
    known: planned.flatMap(({ failure }, at) =>
      failure ? [{ failure, isEarly: stageOf(at) < clone.stages.length - 1 }] : [],
    ),
    unknown: madeUp.slice(resolutionCount),
    recordMs,
  };
}

function dependencies(
  files: readonly string[],
  random: SeededRandom,
): Pick<RememberRequest, 'files' | 'scope'> {
  if (random.happens(beyondRepository)) return { scope: random.pick(['user', 'global']) };
  return files.length > 0 && random.happens(aboutFile) ? { files: [random.pick(files)] } : {};
}
