import { readFileSync } from 'node:fs';

/** Memory that a process holds now; NaN where there is no /proc. */
export function residentMegabytes(processId: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'latin1');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}
