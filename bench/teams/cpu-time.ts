import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { RunningPostgres } from '../../tests/postgres/start-postgres.ts';

/** Milliseconds of a tick of the kernel's clock. */
const tickMs = 10;

/** Milliseconds of processor time that a process took so far, with those of its that ended. */
function cpuMsOf(process: string): number {
  // utime, stime, cutime, cstime
  const fields = readFileSync(`/proc/${process}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 15) ?? [];
  return fields.reduce((ticks, field) => ticks + Number(field), 0) * tickMs;
}

/** The same of this process; NaN where no /proc tells. */
export function ownCpuMs(): number {
  return existsSync('/proc/self/stat') ? cpuMsOf('self') : Number.NaN;
}

/** The same of a server, with the processes that it started; NaN where no /proc tells. */
function serverCpuMs({ folder }: Pick<RunningPostgres, 'folder'>): number {
  if (!existsSync('/proc/self/stat')) return Number.NaN;
  let taken = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readlinkSync(`/proc/${id}/cwd`).startsWith(folder)) taken += cpuMsOf(id);
    } catch {
      // It ended by itself.
    }
  return taken;
}

/** Processor time of this process and of the server while something is done. */
export async function measureCpu<T>(server: RunningPostgres, work: () => Promise<T>) {
  const before = process.cpuUsage();
  const serverBeforeMs = serverCpuMs(server);
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const serverMs = serverCpuMs(server) - serverBeforeMs;
  /** Microseconds of each of so many: of this process, and of the server. */
  const usEach = (count: number): readonly number[] => [(user + system) / count, (serverMs * 1_000) / count];
  return { result, usEach };
}
