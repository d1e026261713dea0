import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { join } from 'node:path';
import { inject } from 'vitest';
// Declares what `inject` gives.
import type {} from './bundle-programs.ts';

export interface Ended {
  /** `null` when the process was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly elapsedMs: number;
}

export interface Started {
  readonly child: ChildProcess;
  /** Its output so far. */
  stdout(): string;
  stderr(): string;
  /** Settles once it has ended and all it printed has arrived. */
  readonly ended: Promise<Ended>;
}

export interface ProcessOptions extends Pick<SpawnOptions, 'uid' | 'gid' | 'cwd'> {
  /** All of the environment but `PATH`, which is always this process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Written to standard input, which is then closed; `open`: it stays open. Default: there is none. */
  readonly input?: string | Buffer | 'open';
  /** Words in front of the command, such as a shell that sets a limit. */
  readonly launcher?: readonly string[];
}

/**
 * Starts this test's own Node in a process of its own, with next to nothing in its environment. Code is compiled once for all of
 * them, but for what a home keeps compiled: compiling takes a fifth of what a first command takes.
 */
export function startProcess(words: readonly string[], options: ProcessOptions = {}): Started {
  const { environment, input, launcher = [], ...place } = options;
  const [command = process.execPath, ...rest] = [...launcher, process.execPath, ...words];
  const startedAtMs = performance.now();
  const child = spawn(command, rest, {
    ...place,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(inject('programs'), 'compiled'), ...environment },
  });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      printed[name] += text;
    });
  }
  // It may end before it has read everything.
  child.stdin?.on('error', () => undefined);
  if (input !== 'open') child.stdin?.end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject).once('close', (status) => {
      child.stdin?.destroy();
      resolve({ status, ...printed, elapsedMs: performance.now() - startedAtMs });
    });
  });
  return { child, stdout: () => printed.stdout, stderr: () => printed.stderr, ended };
}
