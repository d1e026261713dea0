import type { FileChange } from '../../../model/repository.ts';
import { changeStatuses } from '../../../ports/repository-index.ts';

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
