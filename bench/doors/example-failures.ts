import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillNames } from '../datasets/fill-names.ts';
import { type ExampleNames, exampleNames } from './example-names.ts';
import type { SeededRandom } from './seeded-random.ts';

/** How one kind of failure reads: `{module}` stands for a name, `{seconds}` for what changes from run to run. */
interface FailureShape {
  readonly command: string;
  readonly exitCode: number;
  readonly output: readonly string[];
  readonly remedies: readonly string[];
}

/** Failures as the tools of several languages print them. */
const failureShapes: readonly FailureShape[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'failure-shapes.json'), 'utf8'),
);

/** A command that can fail again and again, each time with other times, process ids and folders in what it prints. */
export interface ExampleFailure {
  readonly command: string;
  readonly exitCode: number;
  /** Its fix. */
  readonly remedy: string;
  /** A question for it without its output. */
  readonly question: string;
  print(run: SeededRandom): string;
}

/** Failures that differ from each other in more than what changes from run to run. */
export function exampleFailures(count: number, random: SeededRandom): readonly ExampleFailure[] {
  const failures = new Map<string, ExampleFailure>();
  while (failures.size < count) {
    const names = exampleNames(random);
    const shape = random.pick(failureShapes);
    failures.set(`${failureShapes.indexOf(shape)} ${names.module}`, exampleFailure(shape, names, random));
  }
  return [...failures.values()];
}

function exampleFailure(shape: FailureShape, names: ExampleNames, random: SeededRandom): ExampleFailure {
  const values = { ...names, gradleFolder: names.folder.replaceAll('/', ':') };
  return {
    command: fillNames(shape.command, values),
    exitCode: shape.exitCode,
    remedy: fillNames(random.pick(shape.remedies), values),
    question: `${names.module} fails in ${names.folder}`,
    print: (run) => fillNames(shape.output, { ...values, ...runValues(run) }).join('\n'),
  };
}

/** The values that change each time the same command fails in the same way. */
function runValues(run: SeededRandom) {
  const seconds = `${run.below(90)}.${run.below(100)}`;
  const processId = 1_000 + run.below(60_000);
  const clock = `${10 + run.below(14)}:${10 + run.below(50)}:${10 + run.below(50)}`;
  const line = 10 + run.below(400);
  const temporary = `/tmp/run-${run.below(2 ** 31).toString(36)}`;
  const passed = 1 + run.below(900);
  return {
    ...{ seconds, clock, temporary, processId, scriptLine: processId % 90, makeLine: processId % 200 },
    ...{ line, lineBelow: line + 7, passed, total: passed + 1, othersPassed: passed - 1 },
    ...{ warnings: passed % 7, suiteMs: passed * 3, dots: '.'.repeat(passed % 60) },
  };
}
