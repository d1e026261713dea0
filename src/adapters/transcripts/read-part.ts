import { createHash } from 'node:crypto';
import { readBytes, withRegularFile } from '../system/regular-file.ts';

/** The beginning of a regular file; undefined when it cannot be read. */
export function readHead(path: string, bytes: number): Buffer | undefined {
  return readPart(path, bytes, () => 0);
}

/** The end of a regular file; undefined when it cannot be read. */
export function readTail(path: string, bytes: number): Buffer | undefined {
  return readPart(path, bytes, (size) => Math.max(0, size - bytes));
}

function readPart(path: string, bytes: number, startIn: (size: number) => number): Buffer | undefined {
  return withRegularFile(path, (file, size) => readBytes(file, Math.min(bytes, size), startIn(size)));
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
