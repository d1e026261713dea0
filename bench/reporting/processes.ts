import { existsSync, readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU time that this process, all of its threads, used since `before`, in milliseconds. */
export function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Fields of a process in `/proc`, from its state on. @throws where there is no such process, or no /proc */
function statOf(processId: ProcessId): readonly string[] {
  const text = readFileSync(`/proc/${processId}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

type ProcessId = number | string | undefined;

/** CPU time to the hundredth of a second: utime, stime, cutime, cstime are the fields 11 to 14. */
function ticksMs(processId: ProcessId, from: number, to: number): number {
  try {
    const ticks = statOf(processId).slice(from, to);
    return (ticks.reduce((sum, field) => sum + Number(field), 0) / ticksPerSecond) * 1_000;
  } catch {
    return Number.NaN;
  }
}

/** CPU time of all threads of a process, in milliseconds; NaN where there is no /proc. */
export const cpuMsOf = (processId: ProcessId): number => ticksMs(processId, 11, 13);

/** The same with its children that ended. */
export const familyCpuMsOf = (processId: ProcessId): number => ticksMs(processId, 11, 15);

/** CPU time of all children of this process that ended so far. */
export const endedChildrenCpuMs = (): number => ticksMs('self', 13, 15);

/** NaN where there is no such process. */
export function parentOf(processId: ProcessId): number {
  try {
    return Number(statOf(processId)[1]);
  } catch {
    return Number.NaN;
  }
}

/** None where there is no /proc. */
export const processIds = (): readonly string[] =>
  existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];

/** Memory that a process holds now, or held at most; NaN where there is no /proc. */
export function megabytesOf(processId: ProcessId, which: 'now' | 'peak' = 'now'): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'latin1');
    const line = which === 'now' ? /VmRSS:\s+(\d+)/ : /VmHWM:\s+(\d+)/;
    return Number(line.exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}
