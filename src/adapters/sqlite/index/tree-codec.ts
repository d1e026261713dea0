import type { TreeEntry } from '../../../model/repository.ts';
import { decodePath, encodePath } from '../../../text/path-encoding.ts';

/** A tree as bytes: `mode SP blob TAB path NUL` for each entry. Paths hold no NUL, so every path survives. */
export function encodeTree(entries: readonly TreeEntry[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap(({ mode, blobId, path }) => [
      Buffer.from(`${mode} ${blobId}\t`),
      encodePath(path),
      Buffer.of(0),
    ]),
  );
}

export function decodeTree(bytes: Uint8Array): TreeEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: TreeEntry[] = [];
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(0, start);
    const tab = buffer.indexOf(9, start);
    const [mode = '', blobId = ''] = buffer.toString('latin1', start, tab).split(' ');
    entries.push({ mode, blobId, path: decodePath(buffer.subarray(tab + 1, end)) });
    start = end + 1;
  }
  return entries;
}
