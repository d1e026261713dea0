import { spawn } from 'node:child_process';

export interface ProcessRun {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From before it was started until it ended and its streams were closed. */
  readonly wallMs: number;
}

export interface ProcessRequest {
  readonly command?: string;
  readonly words: readonly string[];
  readonly input: string | Buffer;
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly identity?: { readonly uid: number; readonly gid: number };
}

/** Runs a program, this Node unless another is named, with all of its input at once. */
export function runProcess({
  command,
  words,
  input,
  environment,
  cwd,
  identity,
}: ProcessRequest): Promise<ProcessRun> {
  const startedAtMs = performance.now();
  const child = spawn(command ?? process.execPath, words, { env: environment, cwd, ...identity });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  // It may end before it has read everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => {
      child.stdin.destroy();
      resolve({
        status,
        signal,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
        wallMs: performance.now() - startedAtMs,
      });
    });
  });
}
