import { AfterwitError } from '../../src/model/errors.ts';
import type {
  CommitId,
  CommitRecord,
  RepositoryLocation,
  TreeEntry,
  UnreadableCommit,
} from '../../src/model/repository.ts';
import type { BlobContent, DirtyFile, GitReader } from '../../src/ports/git-reader.ts';
import { type CommitSketch, commitRecords, idOf } from './commit-history.ts';

/** A repository of sketched commits. What is a plain property can be changed while it is in use. */
export interface FakeGitReader extends GitReader {
  /** Name of the commit that HEAD is at. */
  head: string | undefined;
  /** Adds commits; HEAD follows. */
  commit(...sketches: readonly CommitSketch[]): void;
  /** Commits whose object is gone, by name. */
  readonly lost: Set<string>;
  /** Commits whose changes cannot be read, by name. */
  readonly lostChanges: Set<string>;
  /** The clone has no trees, so nothing can be listed or compared. */
  treeless: boolean;
  /** Files of the working tree that differ from HEAD. */
  dirtyFiles: readonly DirtyFile[];
  /** Reading stops with INTERRUPTED once so many commits were given. */
  interruptAfter: number;
  /** Commits that were read, in order, over all calls. */
  readonly read: readonly CommitId[];
  readonly listings: number;
  /** Commits that were listed, over all calls. */
  readonly listed: readonly CommitId[];
  readonly treeListings: number;
  readonly refreshes: number;
}

/** @param place what else is to be known of the place, such as that the clone is shallow */
export function fakeGitReader(
  sketches: readonly CommitSketch[],
  place: Partial<RepositoryLocation> = {},
): FakeGitReader {
  return new SketchedRepository(sketches, place);
}

class SketchedRepository implements FakeGitReader {
  head: string | undefined;
  treeless = false;
  dirtyFiles: readonly DirtyFile[] = [];
  interruptAfter = Number.POSITIVE_INFINITY;
  readonly lost = new Set<string>();
  readonly lostChanges = new Set<string>();
  readonly read: CommitId[] = [];
  readonly listed: CommitId[] = [];
  listings = 0;
  treeListings = 0;
  refreshes = 0;
  location: RepositoryLocation;
  #sketches: readonly CommitSketch[] = [];
  #records = new Map<CommitId, CommitRecord>();

  constructor(sketches: readonly CommitSketch[], place: Partial<RepositoryLocation>) {
    this.location = {
      requestedPath: '/clone',
      worktree: '/clone',
      gitDirectory: '/clone/.git',
      commonDirectory: '/clone/.git',
      identityDirectory: '/clone/.git',
      objectFormat: 'sha1',
      bare: false,
      shallow: false,
      partial: false,
      ...place,
    };
    this.commit(...sketches);
    this.#look();
  }

  commit(...sketches: readonly CommitSketch[]): void {
    this.#sketches = [...this.#sketches, ...sketches];
    this.#records = new Map(commitRecords(this.#sketches).map((record) => [record.id, record]));
    this.head = this.#sketches.at(-1)?.name;
  }

  async refresh(): Promise<RepositoryLocation> {
    this.refreshes++;
    return this.#look();
  }

  async listCommits(request: Parameters<GitReader['listCommits']>[0]) {
    this.listings++;
    const known = this.#ancestors(request.known);
    const wanted = this.#ancestors(request.tips);
    const unreadable: readonly UnreadableCommit[] = [...wanted]
      .filter((id) => !this.#isReadable(id))
      .map((id) => ({ id, part: 'commit', reason: 'missing object' }));
    const ids = [...this.#records.keys()].filter(
      (id) => wanted.has(id) && !known.has(id) && this.#isReadable(id),
    );
    this.listed.push(...ids);
    return { ids, unreadable };
  }

  async *readCommits(ids: readonly CommitId[], options: { readonly signal?: AbortSignal } = {}) {
    let given = 0;
    for (const id of ids) {
      if (given++ >= this.interruptAfter || options.signal?.aborted === true) {
        throw new AfterwitError('INTERRUPTED', 'Reading was stopped.');
      }
      this.read.push(id);
      yield this.#names(this.lostChanges, id)
        ? {
            ...this.#record(id),
            changes: [],
            unreadable: { part: 'changes' as const, reason: 'missing tree' },
          }
        : this.#record(id);
    }
  }

  async resolveCommit(revision: string): Promise<CommitId> {
    const named = revision === 'HEAD' ? this.head : revision;
    const id = [...this.#records.keys()].find((known) => known === named || known === idOf(named ?? ''));
    if (id === undefined || !this.#isReadable(id)) {
      throw new AfterwitError('COMMIT_NOT_FOUND', `No commit is called "${revision}".`);
    }
    return id;
  }

  async isAncestor(ancestor: CommitId, descendant: CommitId): Promise<boolean> {
    return this.#ancestors([descendant]).has(ancestor);
  }

  /** Sketches have paths but no contents. */
  async *readBlobs(ids: readonly string[]): AsyncGenerator<BlobContent> {
    for (const id of ids) yield { id, sizeBytes: 0, bytes: undefined };
  }

  async listFileVersions() {
    return [];
  }

  async listDirtyFiles(keepBytes: number): Promise<readonly DirtyFile[]> {
    return this.dirtyFiles.map((file) =>
      file.bytes === undefined ? file : { ...file, bytes: file.bytes.slice(0, keepBytes) },
    );
  }

  /** The tree after the changes of a commit and its ancestors, in order. */
  async listTree(commit: CommitId): Promise<readonly TreeEntry[]> {
    this.treeListings++;
    this.#requireTrees();
    const visible = this.#ancestors([commit]);
    const present = new Set<string>();
    for (const { id, changes } of this.#records.values()) {
      if (!visible.has(id)) continue;
      for (const { status, path, previousPath } of changes) {
        if (status === 'renamed' && previousPath !== undefined) present.delete(previousPath);
        if (status === 'deleted') present.delete(path);
        else present.add(path);
      }
    }
    return [...present].sort().map((path) => ({ path, mode: '100644', blobId: '0'.repeat(40) }));
  }

  async readPatch(commit: CommitId) {
    this.#requireTrees();
    const files = this.#record(commit).changes.map((change) => ({
      change,
      text: `patch of ${change.path}`,
      omittedBytes: 0,
      binary: false,
    }));
    return { files, omittedFiles: 0 };
  }

  /** Sketches have no lines. */
  async readLineChanges() {
    return [];
  }

  async gatherEvidence() {
    return [];
  }

  async version(): Promise<string> {
    return 'git version 0.0.fake';
  }

  #look(): RepositoryLocation {
    const { head: _, ...place } = this.location;
    this.location = this.head === undefined ? place : { ...place, head: idOf(this.head) };
    return this.location;
  }

  #ancestors(tips: readonly CommitId[]): ReadonlySet<CommitId> {
    const found = new Set<CommitId>();
    const waiting = [...tips];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      if (this.#isReadable(id)) waiting.push(...this.#record(id).parents);
    }
    return found;
  }

  #record(id: CommitId): CommitRecord {
    const record = this.#records.get(id);
    if (record === undefined) throw new Error(`The fake repository never had ${id}.`);
    return record;
  }

  #isReadable(id: CommitId): boolean {
    return this.#records.has(id) && !this.#names(this.lost, id);
  }

  #names(names: ReadonlySet<string>, id: CommitId): boolean {
    return [...names].some((name) => idOf(name) === id);
  }

  #requireTrees(): void {
    if (this.treeless) throw new AfterwitError('UNREADABLE_REPOSITORY', 'The clone has no trees.');
  }
}
