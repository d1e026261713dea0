import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

const openFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const headBytes = 4_096;

/** The beginning of a regular file; undefined when it cannot be read. */
export function readHead(path: string, bytes: number): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, openFlags);
    if (!fstatSync(file).isFile()) return undefined;
    const head = Buffer.allocUnsafe(bytes);
    return head.subarray(0, readSync(file, head, 0, bytes, 0));
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/**
 * By what a transcript is known again: `bytes:SHA-256` of its beginning. A file that has grown since is compared by as many
 * bytes as it had.
 */
export function headDigestOf(path: string, known?: string): string | undefined {
  const knownBytes = Number(known?.split(':')[0] ?? Number.NaN);
  const bytes = knownBytes > 0 && knownBytes <= headBytes ? knownBytes : headBytes;
  const head = readHead(path, bytes);
  return head && `${head.length}:${createHash('sha256').update(head).digest('hex')}`;
}
