import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A wrapper that starts git, and what that starts: deeper is no way to run git. */
const deepest = 3;

/** `ps` answers in milliseconds; one that does not is no witness. */
const patienceMs = 1_000;

/**
 * What a process and its children have done so far, in numbers that change as soon as it does anything: time on a processor
 * and pages it touched. Two equal answers, some time apart: it stands still, as at a pipe that nobody writes to. Undefined
 * where the platform does not say.
 */
export async function workDone(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return workOnLinux(pid, deepest);
  return process.platform === 'win32' ? undefined : await workByPs(pid);
}

function workOnLinux(pid: number, depth: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The program's name may hold anything, but ends with the last bracket. Page faults and times are fields 10 to 17.
    const work = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(7, 15);
    const children = depth === 0 ? [] : childrenOf(pid);
    return [work.join(' '), ...children.map((child) => workOnLinux(child, depth - 1))].join(';');
  } catch {
    return undefined;
  }
}

/** Empty where the kernel was built without that list. */
function childrenOf(pid: number): readonly number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** macOS and the BSDs tell hundredths of seconds. */
function workByPs(pid: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile('/bin/ps', ['-o', 'time=', '-p', `${pid}`], { timeout: patienceMs }, (fault, stdout) =>
      resolve(fault === null && stdout.trim() !== '' ? stdout.trim() : undefined),
    );
  });
}
