import type { LearnedWeights } from '../../src/model/answers/file-location.ts';
import { AfterwitError } from '../../src/model/errors.ts';
import type { CommitId, TreeEntry, UnreadableCommit } from '../../src/model/repository.ts';
import type {
  CodeSnapshot,
  FixExample,
  HistorySnapshot,
  IndexedBlob,
  IndexedCommit,
  IndexLease,
  IndexState,
  KnownCode,
  RepositoryIndex,
} from '../../src/ports/repository-index.ts';
import type { Clock } from '../../src/ports/system.ts';
import { InMemoryCodeSnapshot } from './in-memory-code-snapshot.ts';
import { InMemoryHistorySnapshot } from './in-memory-history-snapshot.ts';

/**
 * The plainest repository index, in lists and maps without encoding: the reference of the contract suite, and the fake of the
 * stages' tests.
 */
export class InMemoryRepositoryIndex implements RepositoryIndex {
  readonly writable = true;
  readonly #clock: Clock;
  /** In order of their ordinals. */
  readonly #commits = new Map<CommitId, IndexedCommit>();
  readonly #blobs: IndexedBlob[] = [];
  readonly #trees = new Map<CommitId, readonly TreeEntry[]>();
  readonly #unreadable = new Map<string, UnreadableCommit>();
  #heads: readonly CommitId[] = [];
  #updatedAtMs: number | undefined;
  #isLeased = false;
  #fixExamples = new Map<CommitId, FixExample>();
  #fixExamplesVersion = '';
  readonly #derived = new Map<string, string>();
  #learned: { readonly version: string; readonly weights: LearnedWeights } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  state(): IndexState {
    const parents = new Set([...this.#commits.values()].flatMap(({ record }) => record.parents));
    return {
      commitCount: this.#commits.size,
      heads: this.#heads,
      cutCommits: [...this.#commits.values()].flatMap(({ record }) =>
        record.isCut === true ? [record.id] : [],
      ),
      missingParents: this.unknown([...parents]),
      unreadable: [...this.#unreadable.keys()].sort().flatMap((key) => this.#unreadable.get(key) ?? []),
      ...(this.#updatedAtMs === undefined ? {} : { updatedAtMs: this.#updatedAtMs }),
      bytes: 0,
      path: ':memory:',
    };
  }

  unknown(ids: readonly CommitId[]): readonly CommitId[] {
    return ids.filter((id) => !this.#commits.has(id));
  }

  append(commits: readonly IndexedCommit[]): void {
    for (const commit of commits) {
      const { id, unreadable } = commit.record;
      if (this.#commits.has(id)) continue;
      this.#commits.set(id, commit);
      if (unreadable !== undefined) this.#addUnreadable({ id, ...unreadable });
    }
  }

  complete(head: CommitId, unreadable: readonly UnreadableCommit[]): void {
    this.#heads = [head, ...this.#heads.filter((id) => id !== head)];
    for (const commit of unreadable) this.#addUnreadable(commit);
    this.#updatedAtMs = this.#clock.nowMs();
  }

  storeTree(commit: CommitId, entries: readonly TreeEntry[]): void {
    this.#trees.set(commit, entries);
  }

  at(commit: CommitId): HistorySnapshot {
    const commits = [...this.#commits.values()];
    const ordinal = commits.findIndex(({ record }) => record.id === commit);
    if (ordinal < 0)
      throw new AfterwitError('COMMIT_NOT_INDEXED', `Commit ${commit} is not in the index yet.`);
    return new InMemoryHistorySnapshot(commits.slice(0, ordinal + 1), this.#trees.get(commit), this.#derived);
  }

  unknownBlobs(blobIds: readonly string[]): readonly string[] {
    const known = new Set(this.#blobs.map(({ blobId }) => blobId));
    return [...new Set(blobIds)].filter((id) => !known.has(id));
  }

  appendBlobs(blobs: readonly IndexedBlob[]): void {
    for (const blob of blobs) if (this.unknownBlobs([blob.blobId]).length > 0) this.#blobs.push(blob);
  }

  completeBlobs(): void {}

  code(entries: readonly TreeEntry[], known?: KnownCode): CodeSnapshot {
    return new InMemoryCodeSnapshot([...this.#blobs], entries, known);
  }

  acquireLease(): IndexLease | undefined {
    if (this.#isLeased) return undefined;
    this.#isLeased = true;
    return {
      release: () => {
        this.#isLeased = false;
      },
    };
  }

  fixExamples(version: string, fixes: readonly CommitId[]): ReadonlyMap<CommitId, FixExample> {
    const kept = version === this.#fixExamplesVersion ? this.#fixExamples : new Map<CommitId, FixExample>();
    return new Map([...kept].filter(([fix]) => fixes.includes(fix)));
  }

  keepFixExamples(version: string, examples: ReadonlyMap<CommitId, FixExample>): void {
    const kept = version === this.#fixExamplesVersion ? this.#fixExamples : [];
    this.#fixExamples = new Map([...kept, ...examples]);
    this.#fixExamplesVersion = version;
  }

  learnedWeights(version: string): LearnedWeights | undefined {
    return this.#learned?.version === version ? this.#learned.weights : undefined;
  }

  keepLearnedWeights(version: string, weights: LearnedWeights): void {
    this.#learned = { version, weights };
  }

  forgetLearnedWeights(): boolean {
    const hadSome = this.#learned !== undefined;
    this.#learned = undefined;
    return hadSome;
  }

  findDamage(): undefined {}

  close(): void {}

  #addUnreadable(commit: UnreadableCommit): void {
    this.#unreadable.set(`${commit.part} ${commit.id}`, commit);
  }
}
