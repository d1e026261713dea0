import type { SymbolOutline } from '../../../model/code.ts';
import type { CommitId, FileChange, TreeEntry } from '../../../model/repository.ts';
import { changeStatuses } from '../../../ports/repository-index.ts';
import { decodePath, encodePath } from '../../../text/path-encoding.ts';

/** A commit id as it is stored: half as long as its text. */
export function encodeCommitId(id: CommitId): Uint8Array {
  return Buffer.from(id, 'hex');
}

/** @param bytes value of an `id` column */
export function decodeCommitId(bytes: unknown): CommitId {
  return Buffer.from(bytes as Uint8Array).toString('hex') as CommitId;
}

/** Changes of one commit as bytes: status, path id and, for renames and copies, previous path id; four bytes an id. */
export function encodeChanges(changes: readonly FileChange[], pathId: (path: string) => number): Uint8Array {
  const bytes = Buffer.alloc(changes.length * longestEntry);
  let end = 0;
  for (const { status, path, previousPath } of changes) {
    end = bytes.writeUInt8(
      changeStatuses.indexOf(status) + (previousPath === undefined ? 0 : hasPrevious),
      end,
    );
    end = bytes.writeUInt32LE(pathId(path), end);
    if (previousPath !== undefined) end = bytes.writeUInt32LE(pathId(previousPath), end);
  }
  return bytes.subarray(0, end);
}

export function decodeChanges(bytes: Uint8Array, path: (pathId: number) => string): FileChange[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const changes: FileChange[] = [];
  for (let position = 0; position < bytes.length; ) {
    const code = view.getUint8(position);
    const status = changeStatuses[code & ~hasPrevious] ?? 'modified';
    const changed = path(view.getUint32(position + 1, true));
    position += shortEntry;
    if ((code & hasPrevious) === 0) {
      changes.push({ status, path: changed });
      continue;
    }
    changes.push({ status, path: changed, previousPath: path(view.getUint32(position, true)) });
    position += longestEntry - shortEntry;
  }
  return changes;
}

const hasPrevious = 0x80;
const shortEntry = 5;
const longestEntry = 9;

type Row = readonly [
  name: string,
  kind: SymbolOutline['kind'],
  startLine: number,
  endLine: number,
  container?: string,
];

/** Symbols as rows of JSON: half as long as with the names of their fields. */
export function encodeOutline(symbols: readonly SymbolOutline[]): string {
  const rows = symbols.map(({ name, kind, startLine, endLine, container }): Row => {
    return container === undefined
      ? [name, kind, startLine, endLine]
      : [name, kind, startLine, endLine, container];
  });
  return JSON.stringify(rows);
}

/** Reads the text that {@link encodeOutline} wrote. */
export function decodeOutline(text: string): readonly SymbolOutline[] {
  const rows = JSON.parse(text) as readonly Row[];
  return rows.map(([name, kind, startLine, endLine, container]) =>
    container === undefined
      ? { name, kind, startLine, endLine }
      : { name, kind, container, startLine, endLine },
  );
}

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
  // As one text: no separator is part of a longer character.
  const text = decodePath(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const entries: TreeEntry[] = [];
  for (let start = 0; start < text.length; ) {
    const space = text.indexOf(' ', start);
    const tab = text.indexOf('\t', space);
    const end = text.indexOf('\0', tab);
    const [mode, blobId] = [text.slice(start, space), text.slice(space + 1, tab)];
    entries.push({ mode, blobId, path: text.slice(tab + 1, end) });
    start = end + 1;
  }
  return entries;
}

/**
 * Postings of one term as bytes: for each document the gap to the one before (from `base` for the first) and the term's
 * frequency there, both as LEB128 varints. Ordinals ascend strictly.
 */
export function encodePostings(
  ordinals: ArrayLike<number>,
  frequencies: ArrayLike<number>,
  base: number,
): Uint8Array {
  const bytes = new Uint8Array(ordinals.length * 8);
  let end = 0;
  let previous = base;
  for (let i = 0; i < ordinals.length; i++) {
    end = writeVarint(bytes, end, (ordinals[i] as number) - previous);
    end = writeVarint(bytes, end, frequencies[i] as number);
    previous = ordinals[i] as number;
  }
  return bytes.slice(0, end);
}

/**
 * Reads what {@link encodePostings} wrote into `ordinals` and `frequencies`, from position `start` on.
 * @returns the position after the last entry written
 */
export function decodePostings(
  bytes: Uint8Array,
  base: number,
  target: { readonly ordinals: Uint32Array; readonly frequencies: Uint16Array },
  start: number,
): number {
  let previous = base;
  let end = start;
  let position = 0;
  while (position < bytes.length) {
    let byte = bytes[position++] as number;
    let gap = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[position++] as number;
      gap |= (byte & 0x7f) << shift;
    }
    byte = bytes[position++] as number;
    let frequency = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[position++] as number;
      frequency |= (byte & 0x7f) << shift;
    }
    previous += gap >>> 0;
    target.ordinals[end] = previous;
    target.frequencies[end] = frequency;
    end++;
  }
  return end;
}

function writeVarint(bytes: Uint8Array, start: number, value: number): number {
  let position = start;
  let rest = value >>> 0;
  while (rest > 0x7f) {
    bytes[position++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[position++] = rest;
  return position;
}
