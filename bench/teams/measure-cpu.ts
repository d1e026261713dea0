import { readdirSync, readlinkSync } from 'node:fs';
import type { RunningPostgres } from '../../tests/postgres/start-postgres.ts';
import { cpuMsSince, familyCpuMsOf } from '../reporting/processes.ts';

/** CPU time of a server, with the processes that it started; 0 where no /proc tells. */
function serverCpuMs({ folder }: Pick<RunningPostgres, 'folder'>): number {
  let taken = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      if (readlinkSync(`/proc/${id}/cwd`).startsWith(folder)) taken += familyCpuMsOf(id) || 0;
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
  const ownMs = cpuMsSince(before);
  const serverMs = serverCpuMs(server) - serverBeforeMs;
  /** Microseconds of each of so many: of this process, and of the server. */
  const usEach = (count: number) => [ownMs, serverMs].map((ms) => (ms * 1_000) / count);
  return { result, usEach };
}
