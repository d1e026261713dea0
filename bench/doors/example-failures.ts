import { type ExampleNames, exampleNames } from './example-names.ts';
import { type FailureShape, failureShapes } from './failure-shapes.ts';
import type { SeededRandom } from './seeded-random.ts';

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
  return {
    command: shape.command(names),
    exitCode: shape.exitCode,
    remedy: random.pick(shape.remedies)(names),
    question: `${names.module} fails in ${names.folder}`,
    print: (run) =>
      shape.output(names, {
        seconds: `${run.below(90)}.${run.below(100)}`,
        processId: 1_000 + run.below(60_000),
        clock: `${10 + run.below(14)}:${10 + run.below(50)}:${10 + run.below(50)}`,
        line: 10 + run.below(400),
        temporary: `/tmp/run-${run.below(2 ** 31).toString(36)}`,
        passed: 1 + run.below(900),
      }),
  };
}
