import { createHash } from 'node:crypto';
import { readHead } from './read-part.ts';

const headBytes = 4_096;

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
