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

/** A program that was bundled for tests, by the name of its source: see `bundle-programs.ts`. */
export function programFile(name: string): string {
  return join(inject('programs'), `${name}.js`);
}

/** Starts a program of `tests/durability/programs`. */
export function runProgram(
  name: string,
  programArguments: readonly string[],
  options: Pick<ProcessOptions, 'uid' | 'gid' | 'launcher'> = {},
): RunningProgram {
  const words = ['--disable-warning=ExperimentalWarning', programFile(name), ...programArguments];
  const { ended, ...running } = startProcess(words, { cwd: '/', ...options });
  return {
    ...running,
    started: new Promise((resolve) => running.child.stdout?.once('data', () => resolve())),
    lines: () => running.stdout().split('\n').slice(0, -1),
    ended: ended.then(({ status, stderr }) => {
      // A program writes to stderr only when it fails; the test's output shows why.
      globalThis.process.stderr.write(stderr);
      return status;
    }),
  };
}
