import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isAfterwitError } from '../../model/errors.ts';
import { makeFolder } from './disk.ts';
import { withFileLock } from './file-lock.ts';

/** A lease on mining in the background. */
export interface MiningLease {
  release(): void;
}

/** The lock is held only while a lease is read and written. */
const busyTimeoutMs = 2_000;

/**
 * Takes the lease in a file, unless a living process has it. A process that was killed leaves it behind, so it is taken over from one
 * that is gone, or that has it for longer than a process may mine. The operating system lets one process at a time look and take.
 *
 * @param longestMs time that no process exceeds
 * @throws HOME_NOT_WRITABLE, DISK_FULL
 */
export function takeMiningLease(path: string, longestMs: number): MiningLease | undefined {
  makeFolder(dirname(path));
  const own = { pid: process.pid, sinceMs: Date.now() };
  const isTaken = whileAlone(path, () => {
    if (isHeld(holderOf(path), longestMs)) return false;
    write(path, own);
    return true;
  });
  if (isTaken !== true) return undefined;
  // The file stays, and its time tells when sessions were mined last.
  const release = () =>
    whileAlone(path, () => {
      if (holderOf(path)?.pid === process.pid) write(path, { ...own, pid: 0 });
    });
  return { release };
}

/** Undefined when the lock is not free in time: another process is taking the lease. */
function whileAlone<T>(path: string, work: () => T): T | undefined {
  const context = { subject: 'memory', path } as const;
  try {
    return withFileLock({ lockPath: `${path}.taking`, busyTimeoutMs, context }, work);
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'MEMORY_BUSY') return undefined;
    throw fault;
  }
}

interface Holder {
  readonly pid: number;
  readonly sinceMs: number;
}

function write(path: string, holder: Holder): void {
  writeFileSync(path, JSON.stringify(holder), { mode: 0o600 });
}

/** Undefined when there is no lease, or a torn one; a file that cannot be read at all may be held. */
function holderOf(path: string): Holder | undefined {
  try {
    const { pid, sinceMs }: Partial<Holder> = JSON.parse(readFileSync(path, 'utf8'));
    return { pid: Number(pid) || 0, sinceMs: Number(sinceMs) || 0 };
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof TypeError) return undefined;
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined;
    throw fault;
  }
}

function isHeld(holder: Holder | undefined, longestMs: number): boolean {
  if (holder === undefined || holder.pid <= 0) return false;
  if (Math.abs(Date.now() - holder.sinceMs) > longestMs) return false;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (fault) {
    // A process of another user may not be asked, so it lives.
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
}
