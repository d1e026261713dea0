import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { familyCpuMsOf, megabytesOf, parentOf } from '../reporting/processes.ts';

export interface MeasuredRun {
  readonly wallMs: number;
  /** Of the process itself; that of children that ended is in it too. */
  readonly cpuMs: number;
  /** Peak resident memory of the process; NaN where there is no /proc. */
  readonly peakMegabytes: number;
  /** The same of its largest child. */
  readonly peakChildMegabytes: number;
  readonly stdout: string;
}

const sampleEveryMs = 20;
/** Finding the children takes a look at every process of the machine: too dear for a command of 100 ms. */
const findChildrenEveryMs = 200;

/** Runs a script with this Node as a whole process. @throws when it fails */
export async function runMeasured(words: readonly string[]): Promise<MeasuredRun> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const peaks: Peaks = { own: Number.NaN, child: 0, cpuMs: Number.NaN };
  const timers = [
    setInterval(() => sampleOwn(child.pid ?? 0, peaks), sampleEveryMs),
    setInterval(() => sampleChildren(child.pid ?? 0, peaks), findChildrenEveryMs),
  ];
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const wallMs = performance.now() - startedAtMs;
  for (const timer of timers) clearInterval(timer);
  const stdout = Buffer.concat(chunks).toString('utf8');
  if (status !== 0) throw new Error(`"${words.join(' ')}" ended with status ${status}: ${stdout}`);
  return { wallMs, cpuMs: peaks.cpuMs, peakMegabytes: peaks.own, peakChildMegabytes: peaks.child, stdout };
}

interface Peaks {
  own: number;
  child: number;
  cpuMs: number;
}

/** The kernel keeps the peak (VmHWM) itself, so that sampling misses nothing but the last moments. */
function sampleOwn(processId: number, peaks: Peaks): void {
  peaks.own = latest(peaks.own, () => megabytesOf(processId, 'peak'));
  peaks.cpuMs = latest(peaks.cpuMs, () => familyCpuMsOf(processId));
}

function sampleChildren(processId: number, peaks: Peaks): void {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (latest(Number.NaN, () => parentOf(id)) !== processId) continue;
    peaks.child = Math.max(
      peaks.child,
      latest(0, () => megabytesOf(id, 'peak')),
    );
  }
}

/** A reading, or the one before when the process has ended meanwhile or there is no /proc. */
function latest(before: number, read: () => number): number {
  try {
    const value = read();
    return Number.isNaN(value) ? before : value;
  } catch {
    return before;
  }
}
