import type { CommitId, TreeEntry, UnreadableCommit } from '../../model/commit.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  HistorySnapshot,
  IndexedCommit,
  IndexLease,
  IndexState,
  RepositoryIndex,
} from '../../ports/repository-index.ts';
import { InMemoryHistorySnapshot } from './in-memory-history-snapshot.ts';

/**
 * The plainest repository index: lists and maps, nothing encoded, nothing kept. The yardstick of the contract suite, and
 * the fake of stages' own tests.
 */
export class InMemoryRepositoryIndex implements RepositoryIndex {
  readonly writable = true;
  readonly #clock: Clock;
  readonly #commits: IndexedCommit[] = [];
  readonly #trees = new Map<CommitId, readonly TreeEntry[]>();
  #heads: CommitId[] = [];
  #unreadable: UnreadableCommit[] = [];
  #updatedAtMs: number | undefined;
  #isLeased = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  state(): IndexState {
    const known = new Set(this.#commits.map(({ record }) => record.id));
    const parents = new Set(this.#commits.flatMap(({ record }) => record.parents));
    return {
      commitCount: this.#commits.length,
      heads: this.#heads,
      missingParents: [...parents].filter((id) => !known.has(id)),
      unreadable: this.#unreadable,
      ...(this.#updatedAtMs === undefined ? {} : { updatedAtMs: this.#updatedAtMs }),
      bytes: 0,
      path: ':memory:',
    };
  }

  unknown(ids: readonly CommitId[]): readonly CommitId[] {
    const known = new Set(this.#commits.map(({ record }) => record.id));
    return ids.filter((id) => !known.has(id));
  }

  append(commits: readonly IndexedCommit[]): void {
    const added = commits.filter(({ record }) => this.unknown([record.id]).length > 0);
    this.#commits.push(...added);
    for (const { record } of added) {
      if (record.unreadable === undefined) continue;
      this.#unreadable.push({ id: record.id, ...record.unreadable });
    }
  }

  complete(head: CommitId, unreadable: readonly UnreadableCommit[]): void {
    this.#heads = [head, ...this.#heads.filter((id) => id !== head)];
    this.#unreadable = [...this.#unreadable, ...unreadable];
    this.#updatedAtMs = this.#clock.nowMs();
  }

  storeTree(commit: CommitId, entries: readonly TreeEntry[]): void {
    this.#trees.set(commit, entries);
  }

  at(commit: CommitId): HistorySnapshot {
    const ordinal = this.#commits.findIndex(({ record }) => record.id === commit);
    if (ordinal < 0) throw new AfterwitError('COMMIT_NOT_INDEXED', `Commit ${commit} is not in the index yet.`);
    return new InMemoryHistorySnapshot(this.#commits.slice(0, ordinal + 1), this.#trees.get(commit));
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

  findDamage(): undefined {}

  close(): void {}
}
