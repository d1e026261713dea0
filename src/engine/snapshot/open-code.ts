import { buildCodeGraph, type CodeGraph } from '../../codebase/code-graph.ts';
import { skipByPath } from '../../codebase/index-blob.ts';
import type { StructuredFile } from '../../codebase/resolve-imports.ts';
import type { CodeStructure } from '../../model/code.ts';
import type { CommitId, TreeEntry } from '../../model/repository.ts';
import type { BlobContent, GitReader } from '../../ports/git-reader.ts';
import type { CodeSnapshot, HistorySnapshot, SkipReason } from '../../ports/repository-index.ts';
import { codeEntries, type IndexCodeRequest, indexCode, readTree, sortEntries } from '../index/index-code.ts';

/** The code of one tree, as the use cases see it. */
export interface CodeView {
  readonly commit: CommitId;
  /** Files that were read as code. */
  readonly files: readonly { readonly path: string; readonly blobId: string }[];
  structureOf(path: string): CodeStructure | undefined;
}

const graphs = new WeakMap<CodeView, CodeGraph>();

/** The code graph of a view, built on first use and cached with the view. */
export function codeGraphOf(code: CodeView): CodeGraph {
  let graph = graphs.get(code);
  if (graph === undefined) {
    graph = buildCodeGraph(
      code.files.flatMap(({ path }): readonly StructuredFile[] => {
        const structure = code.structureOf(path);
        return structure === undefined ? [] : [{ path, structure }];
      }),
    );
    graphs.set(code, graph);
  }
  return graph;
}

/** The code of one tree, for search and for display. */
export interface Code {
  readonly snapshot: CodeSnapshot;
  readonly view: CodeView;
  /** Fingerprint of the working tree's changes; empty for the commit's own code. */
  readonly changes: string;
  /** Files of code that were not read, by reason. */
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** Contents of its files, including changed files of the working tree. */
  readonly readBlobs: GitReader['readBlobs'];
}

export interface OpenCodeRequest extends IndexCodeRequest {
  readonly git: GitReader;
  /** What is not read yet is left out. Default: it is read. */
  readonly asItIs?: true;
}

/**
 * The code of a commit; missing blobs are indexed first. Empty when the clone lacks the trees.
 * @param overlay entries that replace those of the tree, by path; undefined for deleted files
 */
export async function openCode(
  request: OpenCodeRequest,
  history: HistorySnapshot,
  overlay: ReadonlyMap<string, TreeEntry | undefined> = new Map(),
): Promise<Code> {
  const { index } = request;
  const whole = (await readTree(request.git, index, history)) ?? [];
  const { code: tree, vendored } = sortEntries(whole);
  const kept = tree.filter(({ path }) => !overlay.has(path));
  const changed = codeEntries([...overlay.values()].filter((entry) => entry !== undefined));
  const entries = [...kept, ...changed];
  let snapshot = index.code(entries);
  if (snapshot.unread > 0 && index.writable && !request.asItIs) {
    await indexCode(request, kept);
    snapshot = index.code(entries);
  }
  const view = viewOf(history.commit, entries, snapshot);
  const skipped = new Map(snapshot.skipped).set('vendored', vendored);
  return {
    snapshot,
    view,
    skipped,
    changes: '',
    readBlobs: (ids, keepBytes) => request.git.readBlobs(ids, keepBytes),
  };
}

function viewOf(commit: CommitId, entries: readonly TreeEntry[], snapshot: CodeSnapshot): CodeView {
  const blobIds = new Map(entries.map(({ path, blobId }) => [path, blobId]));
  const blobs = new Map(snapshot.files.map(({ path, blob }) => [path, blob]));
  return {
    commit,
    files: snapshot.files.map(({ path }) => ({ path, blobId: blobIds.get(path) ?? '' })),
    structureOf(path) {
      const blob = blobs.get(path);
      return blob === undefined ? undefined : snapshot.structureOf(blob);
    },
  };
}

/** More changed files than this mean a different tree, not work in progress. */
const mostDirtyFiles = 1_000;
const plainFile = '100644';

/**
 * The code of a commit with the changes of the working tree. Gives the commit's own code when nothing is changed or the
 * index is read-only.
 * @param clean the commit's own code
 * @param previous the last result, returned again with its caches while the changes are the same
 */
export async function openWorkingCode(
  request: OpenCodeRequest,
  history: HistorySnapshot,
  clean: Code,
  previous: Code | undefined,
): Promise<Code> {
  const { git, index, settings } = request;
  if (!index.writable) return clean;
  const concerns = (path: string) => skipByPath(path, plainFile) === undefined;
  const dirty = (await git.listDirtyFiles(settings.largestFileBytes + 1, { concerns })).slice(
    0,
    mostDirtyFiles,
  );
  const overlay = new Map<string, TreeEntry | undefined>();
  const contents = new Map<string, Uint8Array>();
  for (const { path, state, blobId, bytes } of dirty) {
    if (state === 'deleted') overlay.set(path, undefined);
    if (blobId === undefined || bytes === undefined) continue;
    overlay.set(path, { path, blobId, mode: plainFile });
    contents.set(blobId, bytes);
  }
  const changes = [...overlay].map(([path, entry]) => `${path}\0${entry?.blobId ?? ''}`).join('\0');
  const known = [clean, previous].find((code) => code?.changes === changes);
  if (known !== undefined) return known;
  const changed = codeEntries([...overlay.values()].filter((entry) => entry !== undefined));
  await indexCode({ ...request, git: { readBlobs: (ids) => blobsIn(contents, ids) } }, changed);
  const code = await openCode(request, history, overlay);
  return { ...code, changes, readBlobs: (ids, keepBytes) => readOverlaid(git, contents, ids, keepBytes) };
}

async function* readOverlaid(
  git: GitReader,
  contents: ReadonlyMap<string, Uint8Array>,
  ids: readonly string[],
  keepBytes: number,
): AsyncGenerator<BlobContent, void> {
  for (const id of ids) {
    if (contents.has(id)) yield* blobsIn(contents, [id]);
    else yield* git.readBlobs([id], keepBytes);
  }
}

async function* blobsIn(
  contents: ReadonlyMap<string, Uint8Array>,
  ids: readonly string[],
): AsyncGenerator<BlobContent, void> {
  for (const id of ids) {
    const bytes = contents.get(id);
    yield { id, sizeBytes: bytes?.length ?? 0, bytes };
  }
}
