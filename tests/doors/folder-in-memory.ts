import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';

const place = '/dev/shm';
/** More than the tests of two workers hold at a time. */
const leastBytes = 4 << 30;

/**
 * Has tests make their temporary folders in memory, where Linux has room there: on a disk, one seventh of all work of the
 * processor was the file system's journal. `TMPDIR` chooses another place. Called by Vitest before the first test of each project.
 */
export function setup(): (() => void) | undefined {
  if (process.env.TMPDIR !== undefined || !isFit()) return undefined;
  const folder = mkdtempSync(`${place}/afterwit-`);
  // Some tests run programs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Containers often give a few megabytes, from which no program may be run. */
function isFit(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const options = mounts
      .find((line) => line.split(' ')[1] === place)
      ?.split(' ')[3]
      ?.split(',') ?? ['ro'];
    const { bavail, bsize } = statfsSync(place);
    return !options.includes('ro') && !options.includes('noexec') && bavail * bsize >= leastBytes;
  } catch {
    return false;
  }
}
