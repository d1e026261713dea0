import { buildCodeGraph, type CodeGraph } from '../../codebase/code-graph.ts';
import { skipByPath } from '../../codebase/index-blob.ts';
import type { StructuredFile } from '../../codebase/resolve-imports.ts';
import type { CodeStructure } from '../../model/code.ts';
import type { CommitId, TreeEntry } from '../../model/repository.ts';
import type { BlobContent, GitReader } from '../../ports/git-reader.ts';
import type { CodeSnapshot, HistorySnapshot, KnownCode, SkipReason } from '../../ports/repository-index.ts';
import { once } from '../../text/once.ts';
import { codeEntries, type IndexCodeRequest, indexCode, readTree, sortEntries } from '../index/index-code.ts';

/** The code of one tree, as the use cases see it. */
export interface CodeView {
  readonly commit: CommitId;
  /** Files that were read as code. */
  readonly files: readonly { readonly path: string }[];
  blobIdOf(path: string): string | undefined;
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
  /** Leaves unread code out. Default: it is read. */
  readonly asItIs?: true;
}

/**
 * The code of a commit; missing blobs are indexed first. Empty when the clone lacks the trees. Keeps the looked-up files, so
 * that the next process reads no tree.
 */
export async function openCode(request: OpenCodeRequest, history: HistorySnapshot): Promise<Code> {
  const { git, index } = request;
  const { known, vendored } = knownCode(history) ?? {};
  const read = async () => {
    const { code: tree, ...others } = sortEntries((await readTree(git, index, history)) ?? []);
    const found = index.code(tree);
    if (found.unread === 0 || !index.writable || request.asItIs) return { ...others, snapshot: found };
    await indexCode(request, tree);
    return { ...others, snapshot: index.code(tree) };
  };
  const code =
    known === undefined ? await read() : { snapshot: index.code([], known), vendored: vendored ?? 0 };
  if (known === undefined && code.snapshot.unread === 0 && code.snapshot.files.length > 0)
    keepCode(history, code);
  return { ...codeOf(history, code), readBlobs: (ids, keepBytes) => git.readBlobs(ids, keepBytes) };
}

interface ListedCode {
  readonly snapshot: CodeSnapshot;
  /** Number of files of code that are not this project's own. */
  readonly vendored: number;
}

function codeOf({ commit }: HistorySnapshot, { snapshot, vendored }: ListedCode): Omit<Code, 'readBlobs'> {
  const skipped = new Map(snapshot.skipped).set('vendored', vendored);
  return { snapshot, skipped, view: viewOf(commit, snapshot), changes: '' };
}

/** To be changed with the rules for code by path or content. */
const listingName = 'code 1';

/** The files of a commit's code, column by column. */
interface KeptCode extends Pick<CodeSnapshot, 'skippedFiles'> {
  readonly paths: readonly string[];
  readonly pathIds: readonly number[];
  readonly blobs: readonly number[];
  readonly vendored: number;
}

function knownCode(history: HistorySnapshot): { known: KnownCode; vendored: number } | undefined {
  const kept = history.kept(listingName) as KeptCode | undefined;
  if (kept === undefined) return undefined;
  const { paths, pathIds, blobs, skippedFiles, vendored } = kept;
  history.rememberPaths(paths, Uint32Array.from(pathIds));
  return {
    known: { files: paths.map((path, at) => ({ path, blob: blobs[at] ?? 0 })), skippedFiles },
    vendored,
  };
}

function keepCode(
  history: HistorySnapshot,
  { snapshot: { files, skippedFiles }, vendored }: ListedCode,
): void {
  const paths = files.map(({ path }) => path);
  const kept: KeptCode = {
    ...{ paths, skippedFiles, vendored },
    pathIds: paths.map((path) => history.pathId(path) ?? 0),
    blobs: files.map(({ blob }) => blob),
  };
  history.keep(listingName, kept);
}

function viewOf(commit: CommitId, snapshot: CodeSnapshot): CodeView {
  const blobs = once(() => new Map(snapshot.files.map(({ path, blob }) => [path, blob])));
  const within =
    <T>(read: (blob: number) => T) =>
    (path: string): T | undefined => {
      const blob = blobs().get(path);
      return blob === undefined ? undefined : read(blob);
    };
  return {
    commit,
    files: snapshot.files,
    blobIdOf: within((blob) => snapshot.blobIdOf(blob)),
    structureOf: within((blob) => snapshot.structureOf(blob)),
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
  const { files, skippedFiles } = clean.snapshot;
  const known = new Set(files.map(({ path }) => path));
  const concerns = (path: string) => known.has(path) || skipByPath(path, plainFile) === undefined;
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
  const same = [clean, previous].find((code) => code?.changes === changes);
  if (same !== undefined) return same;
  const changed = codeEntries([...overlay.values()].filter((entry) => entry !== undefined));
  await indexCode({ ...request, git: { readBlobs: (ids) => blobsIn(contents, ids) } }, changed);
  const snapshot = index.code(changed, {
    files: files.filter(({ path }) => !overlay.has(path)),
    skippedFiles: skippedFiles.filter(([path]) => !overlay.has(path)),
  });
  const code = codeOf(history, { snapshot, vendored: clean.skipped.get('vendored') ?? 0 });
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

/** Texts of blobs by id, without blobs longer than `mostBytes`, and those that git does not hold. */
export async function readBlobTexts(
  git: Pick<GitReader, 'readBlobs'>,
  ids: Iterable<string>,
  mostBytes: number,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for await (const { id, sizeBytes, bytes } of git.readBlobs([...new Set(ids)], mostBytes)) {
    if (bytes !== undefined && sizeBytes <= mostBytes) texts.set(id, new TextDecoder().decode(bytes));
  }
  return texts;
}
