import { join } from 'node:path';
import { inject } from 'vitest';
import { type ProcessOptions, type Started, startProcess } from './start-process.ts';

/** A child process running a program that was written for tests. */
export interface RunningProgram extends Omit<Started, 'ended'> {
  /** Whole lines printed so far; one that was cut off by a kill is not among them. */
  lines(): readonly string[];
  /** Settles with the first output. */
  readonly started: Promise<void>;
  /** Exit status once it has ended and all it printed has arrived; null when killed. */
  readonly ended: Promise<number | null>;
}

/** What programs run from sources need around them. */
export function programEnvironment(): Readonly<Record<string, string>> {
  return { NODE_COMPILE_CACHE: inject('compileCache') };
}

/** Starts a program of `tests/durability/programs`. */
export function runProgram(
  name: string,
  programArguments: readonly string[],
  options: Pick<ProcessOptions, 'uid' | 'gid' | 'launcher'> & {
    /** Folder where `bundleProgram` has put it. */
    readonly bundledIn?: string;
  } = {},
): RunningProgram {
  const { bundledIn, ...process } = options;
  const program =
    bundledIn === undefined
      ? join(import.meta.dirname, `../durability/programs/${name}.ts`)
      : join(bundledIn, `${name}.mjs`);
  const words = ['--disable-warning=ExperimentalWarning', program, ...programArguments];
  const { ended, ...running } = startProcess(words, {
    cwd: '/',
    ...process,
    environment: programEnvironment(),
  });
  return {
    ...running,
    started: new Promise((resolve) => running.child.stdout?.once('data', () => resolve())),
    lines: () => running.stdout().split('\n').slice(0, -1),
    ended: ended.then(({ status, stderr }) => {
      // A program says nothing there unless it fails, and whoever reads the test's output wants to know why.
      globalThis.process.stderr.write(stderr);
      return status;
    }),
  };
}
