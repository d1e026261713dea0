import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A child process running one of the programs beside the tests, and what it prints. */
export interface RunningProgram {
  readonly child: ChildProcess;
  /** Whole lines printed so far; one that was cut off by a kill is not among them. */
  lines(): readonly string[];
  /** Settles with the first output. */
  readonly started: Promise<void>;
  /** Exit status once it has ended and all it printed has arrived; null when killed. */
  readonly ended: Promise<number | null>;
}

/** Starts `programs/<name>.ts` with this test's own Node. */
export function runProgram(
  name: string,
  programArguments: readonly string[],
  options: Pick<SpawnOptions, 'uid' | 'gid'> & {
    readonly launcher?: readonly string[];
    /** Folder where `bundleProgram` has put it. */
    readonly bundledIn?: string;
  } = {},
): RunningProgram {
  const { launcher = [], bundledIn, ...identity } = options;
  const program =
    bundledIn === undefined
      ? fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))
      : join(bundledIn, `${name}.mjs`);
  const [command = process.execPath, ...rest] = [
    ...launcher,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    program,
    ...programArguments,
  ];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'], cwd: '/', ...identity });
  let printed = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    printed += chunk;
  });
  return {
    child,
    started: new Promise((resolve) => child.stdout?.once('data', () => resolve())),
    lines: () => printed.split('\n').slice(0, -1),
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => resolve(status));
    }),
  };
}
