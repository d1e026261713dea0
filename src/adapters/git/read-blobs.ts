import type { BlobContent } from '../../ports/git-reader.ts';
import { openByteSource } from './byte-source.ts';
import type { Git } from './git.ts';
import { gitFailed, saysNothingOfObjects } from './git-failure.ts';

interface ReadBlobsRequest {
  /** Object ids, full. */
  readonly ids: readonly string[];
  /** More of a blob than this is passed over. */
  readonly keepBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Contents of blobs in the order asked for. One that is missing or broken has none; none ends the stream. */
export async function* readBlobs(git: Git, request: ReadBlobsRequest): AsyncGenerator<BlobContent, void> {
  let { ids } = request;
  while (ids.length > 0) {
    const read = yield* readUntilBroken(git, { ...request, ids });
    const broken = ids[read];
    if (broken === undefined) return;
    yield { id: broken, sizeBytes: 0, bytes: undefined };
    ids = ids.slice(read + 1);
  }
}

/** Returns how many blobs were answered for. */
async function* readUntilBroken(git: Git, request: ReadBlobsRequest): AsyncGenerator<BlobContent, number> {
  const { ids, keepBytes, signal } = request;
  const input = `${ids.join('\n')}\n`;
  const stream = git.stream({ arguments: ['cat-file', '--batch', '--buffer'], input, signal });
  const source = openByteSource(stream);
  let answered = 0;
  try {
    for (const id of ids) {
      const header = await source.line();
      if (header === undefined) break;
      const [, type, size] = header.split(' ');
      if (type === 'missing') yield { id, sizeBytes: 0, bytes: undefined };
      else {
        const sizeBytes = Number(size);
        const content = await source.take(sizeBytes + 1, Math.min(keepBytes, sizeBytes));
        if (content === undefined) break;
        yield { id, sizeBytes, bytes: type === 'blob' ? content : undefined };
      }
      answered++;
    }
    if (answered < ids.length) {
      const exit = await stream.exit();
      if (saysNothingOfObjects(exit)) throw gitFailed('cat-file', exit);
    }
    return answered;
  } finally {
    await stream.stop();
  }
}
