import { AfterwitError } from '../../model/errors.ts';
import type { CommitId, RepositoryLocation, TreeEntry } from '../../model/repository.ts';
import type { BlobContent } from '../../ports/git-reader.ts';
import { decodePath } from '../../text/path-encoding.ts';
import type { Git } from './git.ts';
import { createNulTokens, openByteSource } from './git-output.ts';
import { gitComplaint, gitFailed, saysNothingOfObjects } from './git-process.ts';

const longestEntryBytes = 262_144;
const tab = 9;

/** Every file, link and submodule of a commit's tree. @throws UNREADABLE_REPOSITORY when a tree object is missing */
export async function listTree(
  git: Git,
  commit: CommitId,
  signal: AbortSignal | undefined,
): Promise<readonly TreeEntry[]> {
  const entries: TreeEntry[] = [];
  const take = createNulTokens(longestEntryBytes, (buffer, start, end) => {
    const tabAt = buffer.indexOf(tab, start);
    const [mode = '', , blobId = ''] = buffer.toString('latin1', start, tabAt).split(' ');
    entries.push({ path: decodePath(buffer, tabAt + 1, end), blobId, mode });
  });
  const exit = await git.consume(
    { arguments: ['ls-tree', '-r', '-z', '--full-tree', '--end-of-options', commit], signal },
    take,
  );
  if (exit.code === 0) return entries;
  throw new AfterwitError(
    'UNREADABLE_REPOSITORY',
    `The files of commit ${commit} cannot be listed: ${gitComplaint(exit)}. A shallow, partial or damaged clone lacks them; fetch them with git and try again.`,
    { data: { commit, git: gitComplaint(exit) } },
  );
}

interface ReadObjectsRequest {
  /** Object ids, full. */
  readonly ids: readonly string[];
  readonly type: 'blob' | 'commit';
  /** More of an object than this is passed over. */
  readonly keepBytes: number;
  readonly signal: AbortSignal | undefined;
}

/** Contents of objects in the order asked for. A missing or broken one has none; none ends the stream. */
export async function* readObjects(git: Git, request: ReadObjectsRequest): AsyncGenerator<BlobContent, void> {
  let { ids } = request;
  while (ids.length > 0) {
    const read = yield* readUntilBroken(git, { ...request, ids });
    const broken = ids[read];
    if (broken === undefined) return;
    yield { id: broken, sizeBytes: 0, bytes: undefined };
    ids = ids.slice(read + 1);
  }
}

/** Returns how many objects were answered for. */
async function* readUntilBroken(git: Git, request: ReadObjectsRequest): AsyncGenerator<BlobContent, number> {
  const { ids, type: wanted, keepBytes, signal } = request;
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
        yield { id, sizeBytes, bytes: type === wanted ? content : undefined };
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

/** The id git gives to a blob of this content. */
export function hashBlob(objectFormat: RepositoryLocation['objectFormat'], content: Uint8Array): string {
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash(objectFormat).update(`blob ${content.length}\0`).update(content).digest('hex');
}
