import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

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
const ticksPerSecond = 100;

/** Runs a script with this Node as a whole process. @throws when it fails */
export async function runMeasured(words: readonly string[]): Promise<MeasuredRun> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const peaks = { own: Number.NaN, child: 0, cpuMs: Number.NaN };
  const timer = setInterval(() => sample(child.pid ?? 0, peaks), sampleEveryMs);
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    // The process is kept as a zombie until it is reaped, its times still readable: after 'exit', before 'close'.
    child.once('close', resolve);
  });
  clearInterval(timer);
  const wallMs = performance.now() - startedAtMs;
  const stdout = Buffer.concat(chunks).toString('utf8');
  if (status !== 0) throw new Error(`"${words.join(' ')}" ended with status ${status}: ${stdout}`);
  return { wallMs, cpuMs: peaks.cpuMs, peakMegabytes: peaks.own, peakChildMegabytes: peaks.child, stdout };
}

/** The kernel keeps the peak (VmHWM) itself, so that sampling misses nothing but the last moments. */
function sample(processId: number, peaks: { own: number; child: number; cpuMs: number }): void {
  try {
    peaks.own = peakOf(processId);
    peaks.cpuMs = cpuOf(processId);
    for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (parentOf(id) === processId) peaks.child = Math.max(peaks.child, peakOf(Number(id)));
    }
  } catch {
    // The process has ended, or there is no /proc.
  }
}

function peakOf(processId: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, 'latin1'))?.[1];
  return Number(kilobytes) / 1_024;
}

function cpuOf(processId: number): number {
  const fields = statOf(processId);
  // utime, stime, cutime, cstime: fields 14 to 17, the first two stand before the name's closing bracket.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks / ticksPerSecond) * 1_000;
}

function parentOf(processId: string): number {
  return Number(statOf(processId)[1]);
}

function statOf(processId: number | string): readonly string[] {
  const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
