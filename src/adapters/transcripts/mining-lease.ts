import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** A lease on mining in the background. */
export interface MiningLease {
  release(): void;
}

/**
 * Takes the lease in a file, unless a living process has it. A process that was killed leaves it behind, so it is taken over from one
 * that is gone, or that has it for longer than anybody may mine.
 *
 * @param longestMs time that nobody exceeds
 */
export function takeMiningLease(path: string, longestMs: number): MiningLease | undefined {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (isHeld(holderOf(path), longestMs)) return undefined;
  const own = { pid: process.pid, sinceMs: Date.now() };
  // Whoever takes over has this file, which only one can make, before the lease is looked at once more: what is free then cannot have
  // become another's meanwhile.
  const taking = `${path}.taking`;
  if (isHeld(holderOf(taking), longestMs)) return undefined;
  rmSync(taking, { force: true });
  try {
    writeNew(taking, own);
    if (isHeld(holderOf(path), longestMs)) rmSync(taking, { force: true });
    else renameSync(taking, path);
  } catch {
    // Another one was faster.
  }
  // Somebody who saw a file of one that is gone may have removed ours instead, and have its own in the place.
  if (holderOf(path)?.pid !== process.pid) return undefined;
  return {
    release: () => {
      if (holderOf(path)?.pid !== process.pid) return;
      // The file stays, and tells when it was.
      const file = openSync(path, 'w', 0o600);
      writeSync(file, JSON.stringify({ ...own, pid: 0 }));
      closeSync(file);
      utimesSync(path, new Date(), new Date());
    },
  };
}

function writeNew(path: string, holder: Holder): void {
  const file = openSync(path, 'wx', 0o600);
  writeSync(file, JSON.stringify(holder));
  closeSync(file);
}

interface Holder {
  readonly pid: number;
  readonly sinceMs: number;
}

function holderOf(path: string): Holder | undefined {
  try {
    const { pid, sinceMs }: Partial<Holder> = JSON.parse(readFileSync(path, 'utf8'));
    return { pid: Number(pid) || 0, sinceMs: Number(sinceMs) || 0 };
  } catch (fault) {
    // What is there and cannot be read is being written, or was torn: it belongs to nobody in the end.
    const isMissing = fault instanceof Error && 'code' in fault && fault.code === 'ENOENT';
    return isMissing ? undefined : { pid: 0, sinceMs: 0 };
  }
}

function isHeld(holder: Holder | undefined, longestMs: number): boolean {
  if (holder === undefined) return false;
  const { pid, sinceMs } = holder;
  if (pid <= 0 || Math.abs(Date.now() - sinceMs) > longestMs) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    // Of another user's process one may not ask, so it lives.
    return fault instanceof Error && 'code' in fault && fault.code === 'EPERM';
  }
}
