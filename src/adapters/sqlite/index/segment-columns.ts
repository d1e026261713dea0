import type { CodeSnapshot } from '../../../ports/repository-index.ts';

/** Marks a parent that the index lacks, because it is behind a shallow boundary or unreadable. */
export const noParent = 0xffff_ffff;

export type SegmentKind = 'commits' | 'blobs' | 'chunks';

/** Numbers of a run of commits. `…Offsets` have one entry more than there are commits; parents are ordinals of the index. */
export interface CommitColumns {
  readonly times: Float64Array;
  readonly documentLengths: Uint16Array;
  readonly parentOffsets: Uint32Array;
  readonly parents: Uint32Array;
  readonly changeOffsets: Uint32Array;
  readonly changePaths: Uint32Array;
  readonly changePreviousPaths: Uint32Array;
  readonly changeStatuses: Uint8Array;
}

/** Numbers of a run of blobs: counts of terms in the whole blob and in its defined names, and its tokens in sequence. */
type BlobColumns = Pick<CodeSnapshot, 'blobLengths' | 'definitionLengths' | 'tokenOffsets' | 'tokens'>;

/** Numbers of a run of chunks; `chunkBlobs` are ordinals of the index. */
type ChunkColumns = Pick<CodeSnapshot, 'chunkBlobs' | 'chunkLengths' | 'chunkStartLines'>;

export interface ColumnsOf {
  readonly commits: CommitColumns;
  readonly blobs: BlobColumns;
  readonly chunks: ChunkColumns;
}

export type SegmentColumns = CommitColumns & BlobColumns & ChunkColumns;
export type ColumnName = keyof SegmentColumns;

/** How each column is stored. `offsets` are positions, which are shifted when runs are joined. */
const columnTypes = {
  times: { array: Float64Array, offsets: false },
  documentLengths: { array: Uint16Array, offsets: false },
  parentOffsets: { array: Uint32Array, offsets: true },
  parents: { array: Uint32Array, offsets: false },
  changeOffsets: { array: Uint32Array, offsets: true },
  changePaths: { array: Uint32Array, offsets: false },
  changePreviousPaths: { array: Uint32Array, offsets: false },
  changeStatuses: { array: Uint8Array, offsets: false },
  blobLengths: { array: Uint32Array, offsets: false },
  definitionLengths: { array: Uint16Array, offsets: false },
  tokenOffsets: { array: Uint32Array, offsets: true },
  tokens: { array: Uint16Array, offsets: false },
  chunkBlobs: { array: Uint32Array, offsets: false },
  chunkLengths: { array: Uint16Array, offsets: false },
  chunkStartLines: { array: Uint32Array, offsets: false },
} as const;

/** Columns of each kind. Names are unique over all kinds. */
export const columnNames = {
  commits: [
    'times',
    'documentLengths',
    'parentOffsets',
    'parents',
    'changeOffsets',
    'changePaths',
    'changePreviousPaths',
    'changeStatuses',
  ],
  blobs: ['blobLengths', 'definitionLengths', 'tokenOffsets', 'tokens'],
  chunks: ['chunkBlobs', 'chunkLengths', 'chunkStartLines'],
} as const satisfies { readonly [Kind in SegmentKind]: readonly (keyof ColumnsOf[Kind])[] };

export const segmentKinds = Object.keys(columnNames) as readonly SegmentKind[];

type ColumnArray = Float64Array | Uint16Array | Uint32Array | Uint8Array;

export function columnBytes(column: ColumnArray): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
}

/** Joins the bytes of one column of adjacent segments, in order. An absent column joins to an empty one. */
export function joinColumn<Name extends ColumnName>(
  name: Name,
  parts: readonly Uint8Array[],
): SegmentColumns[Name] {
  const { array: ArrayType, offsets } = columnTypes[name];
  const views: ColumnArray[] = parts.map((part) => {
    const { buffer } = part.byteOffset % ArrayType.BYTES_PER_ELEMENT === 0 ? part : new Uint8Array(part);
    const start = buffer === part.buffer ? part.byteOffset : 0;
    return new ArrayType(buffer as ArrayBuffer, start, part.byteLength / ArrayType.BYTES_PER_ELEMENT);
  });
  const joined = offsets ? joinOffsets(views as Uint32Array[]) : joinValues(views, ArrayType);
  return joined as SegmentColumns[Name];
}

function joinValues(
  views: readonly ColumnArray[],
  ArrayType: new (length: number) => ColumnArray,
): ColumnArray {
  if (views.length === 1) return views[0] as ColumnArray;
  const joined = new ArrayType(views.reduce((sum, view) => sum + view.length, 0));
  let end = 0;
  for (const view of views) {
    joined.set(view, end);
    end += view.length;
  }
  return joined;
}

function joinOffsets(views: readonly Uint32Array[]): Uint32Array {
  if (views.length === 1) return views[0] as Uint32Array;
  const joined = new Uint32Array(1 + views.reduce((sum, view) => sum + view.length - 1, 0));
  let end = 1;
  let shift = 0;
  for (const view of views) {
    for (let i = 1; i < view.length; i++) joined[end++] = shift + (view[i] as number);
    shift = joined[end - 1] as number;
  }
  return joined;
}
