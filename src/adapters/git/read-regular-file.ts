import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** Neither follows a link that has just taken the file's place, nor waits at a pipe. Windows knows neither flag. */
const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The content of a file; undefined when it cannot be read, is no regular file or is longer than `limitBytes`. */
export function readRegularFile(path: string | Buffer, limitBytes: number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, openFlags);
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= limitBytes ? readWhole(file, stats.size) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readWhole(file: number, size: number): Buffer {
  const content = Buffer.allocUnsafe(size);
  let filled = 0;
  while (filled < size) {
    const count = readSync(file, content, filled, size - filled, null);
    if (count === 0) break;
    filled += count;
  }
  return content.subarray(0, filled);
}
