import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** The beginning of a regular file; undefined when it cannot be read. */
export function readHead(path: string, bytes: number): Buffer | undefined {
  return readPart(path, bytes, () => 0);
}

/** The end of a regular file; undefined when it cannot be read. */
export function readTail(path: string, bytes: number): Buffer | undefined {
  return readPart(path, bytes, (size) => Math.max(0, size - bytes));
}

function readPart(path: string, bytes: number, startIn: (size: number) => number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, openFlags);
    const stats = fstatSync(file);
    if (!stats.isFile()) return undefined;
    const part = Buffer.allocUnsafe(Math.min(bytes, stats.size));
    return part.subarray(0, readSync(file, part, 0, part.length, startIn(stats.size)));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const headBytes = 4_096;

/**
 * Returns the mark of a transcript: `bytes:SHA-256` of its beginning. A file that has grown since is compared by as many
 * bytes as it had.
 */
export function headDigestOf(path: string, known?: string): string | undefined {
  const knownBytes = Number(known?.split(':')[0] ?? Number.NaN);
  const bytes = knownBytes > 0 && knownBytes <= headBytes ? knownBytes : headBytes;
  const head = readHead(path, bytes);
  return head && `${head.length}:${createHash('sha256').update(head).digest('hex')}`;
}
