import { spawn } from 'node:child_process';
import { familyCpuMsOf, megabytesOf, parentOf, processIds } from './reporting/processes.ts';

export interface ProcessRun {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From before it was started until it ended and its streams were closed. */
  readonly wallMs: number;
}

/** A run with what its process took, NaN where there is no /proc. */
export interface MeasuredRun extends ProcessRun {
  /** Of the process itself; that of children that ended is in it too. */
  readonly cpuMs: number;
  /** Peak resident memory of the process, and of its largest child. */
  readonly peakMegabytes: number;
  readonly peakChildMegabytes: number;
}

const sampleEveryMs = 20;
/** Finding the children takes a look at every process of the machine: too dear for a command of 100 ms. */
const findChildrenEveryMs = 200;

export interface ProcessRequest {
  readonly command?: string;
  readonly words: readonly string[];
  readonly input: string | Buffer;
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly identity?: { readonly uid: number; readonly gid: number };
  /** Told the process once it runs. */
  readonly onStart?: (processId: number) => void;
}

/** Runs a program, this Node unless another is named, with all of its input at once. */
export function runProcess({
  command,
  words,
  input,
  environment,
  cwd,
  identity,
  onStart,
}: ProcessRequest): Promise<ProcessRun> {
  const startedAtMs = performance.now();
  const child = spawn(command ?? process.execPath, words, { env: environment, cwd, ...identity });
  onStart?.(child.pid ?? 0);
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

/** Runs a script with this Node as a whole process, and looks at it meanwhile. @throws when it fails */
export async function runMeasured(words: readonly string[]): Promise<MeasuredRun> {
  const peaks = { cpuMs: Number.NaN, peakMegabytes: Number.NaN, peakChildMegabytes: 0 };
  const timers: NodeJS.Timeout[] = [];
  /** The kernel keeps the peak (VmHWM) itself, so that sampling misses nothing but the last moments. */
  const onStart = (id: number) => {
    const own = () => {
      peaks.peakMegabytes = megabytesOf(id, 'peak') || peaks.peakMegabytes;
      peaks.cpuMs = familyCpuMsOf(id) || peaks.cpuMs;
    };
    const children = () => {
      for (const other of processIds().filter((one) => parentOf(one) === id))
        peaks.peakChildMegabytes = Math.max(peaks.peakChildMegabytes, megabytesOf(other, 'peak') || 0);
    };
    timers.push(setInterval(own, sampleEveryMs), setInterval(children, findChildrenEveryMs));
  };
  const run = await runProcess({ words, input: '', environment: process.env, onStart });
  for (const timer of timers) clearInterval(timer);
  if (run.status !== 0)
    throw new Error(`"${words.join(' ')}" ended with status ${run.status}: ${run.stdout}${run.stderr}`);
  return { ...run, ...peaks };
}
