import type { CommitId, FileChange, TreeEntry } from '../../src/model/repository.ts';
import {
  type ChangeColumns,
  type CommitRelation,
  changeStatuses,
  type HistorySnapshot,
  type IndexedCommit,
  noPath,
  type PostingList,
  type SnapshotCounts,
  type StoredCommit,
} from '../../src/ports/repository-index.ts';

/** The history that the last of the given commits can see. */
export class InMemoryHistorySnapshot implements HistorySnapshot {
  readonly commit: CommitId;
  readonly committedAtMs: number;
  readonly times: Float64Array;
  readonly documentLengths: Uint16Array;
  readonly averageDocumentLength: number;
  readonly changes: ChangeColumns;
  readonly #commits: readonly IndexedCommit[];
  readonly #ordinals: ReadonlyMap<CommitId, number>;
  readonly #visible: ReadonlySet<number>;
  readonly #paths: readonly string[];
  readonly #pathIds: ReadonlyMap<string, number>;
  readonly #tree: readonly TreeEntry[] | undefined;
  readonly #derived: Map<string, string>;

  constructor(
    commits: readonly IndexedCommit[],
    tree: readonly TreeEntry[] | undefined,
    derived = new Map<string, string>(),
  ) {
    this.#commits = commits;
    this.#derived = derived;
    this.#tree = tree;
    this.#ordinals = new Map(commits.map(({ record }, ordinal) => [record.id, ordinal]));
    this.#visible = ancestorsOf(commits, this.#ordinals);
    this.#paths = ['', ...new Set(commits.flatMap(({ record }) => record.changes.flatMap(pathsOf)))];
    this.#pathIds = new Map(this.#paths.map((path, id) => [path, id]));
    const last = this.#at(commits.length - 1).record;
    this.commit = last.id;
    this.committedAtMs = last.committedAtMs;
    this.times = Float64Array.from(commits, ({ record }) => record.committedAtMs);
    this.documentLengths = Uint16Array.from(commits, ({ terms }) => sum(terms.values()));
    const visibleLengths = [...this.#visible].map((ordinal) => this.documentLengths[ordinal] ?? 0);
    this.averageDocumentLength = sum(visibleLengths) / this.#visible.size;
    this.changes = changeColumns(commits, this.#pathIds);
  }

  get commitCount(): number {
    return this.#visible.size;
  }

  get ordinalCount(): number {
    return this.#commits.length;
  }

  get pathCount(): number {
    return this.#paths.length;
  }

  includes(ordinal: number): boolean {
    return this.#visible.has(ordinal);
  }

  isMerge(ordinal: number): boolean {
    return this.#at(ordinal).record.parents.length > 1;
  }

  postings(term: string): PostingList | undefined {
    const ordinals = this.#visibleWhere(({ terms }) => terms.has(term));
    if (ordinals.length === 0) return undefined;
    return {
      ordinals: Uint32Array.from(ordinals),
      frequencies: Uint16Array.from(ordinals, (ordinal) => this.#at(ordinal).terms.get(term) ?? 0),
    };
  }

  ordinalOf(id: CommitId): number | undefined {
    const ordinal = this.#ordinals.get(id);
    return ordinal !== undefined && this.includes(ordinal) ? ordinal : undefined;
  }

  ordinalOfPrefix(idPrefix: string): number | undefined {
    const found = this.#visibleWhere(({ record }) => record.id.startsWith(idPrefix));
    return found.length === 1 ? found[0] : undefined;
  }

  parentsOf(ordinal: number): readonly CommitId[] {
    return this.#at(ordinal).record.parents.filter((id) => this.#ordinals.has(id));
  }

  parentOrdinalsOf(ordinal: number): readonly number[] {
    return this.parentsOf(ordinal).flatMap((id) => this.#ordinals.get(id) ?? []);
  }

  stored(ordinal: number): StoredCommit {
    const { id, authoredAtMs, committedAtMs, author, message } = this.#at(ordinal).record;
    return { ordinal, id, authoredAtMs, committedAtMs, author, message };
  }

  changesOf(ordinal: number): readonly FileChange[] {
    return this.#at(ordinal).record.changes;
  }

  path(pathId: number): string {
    return this.#paths[pathId] ?? '';
  }

  pathId(path: string): number | undefined {
    return path === '' ? undefined : this.#pathIds.get(path);
  }

  commitsOfIssue(issue: string): readonly { readonly ordinal: number; readonly closes: boolean }[] {
    return this.#visibleWhere(({ issues }) => issues.some((reference) => reference.issue === issue)).map(
      (ordinal) => ({
        ordinal,
        closes: this.#at(ordinal).issues.some((reference) => reference.issue === issue && reference.closes),
      }),
    );
  }

  commitsReferringTo(
    id: CommitId,
  ): readonly { readonly ordinal: number; readonly relation: CommitRelation }[] {
    return this.#visibleWhere(() => true).flatMap((ordinal) =>
      this.#at(ordinal)
        .references.filter(({ target }) => id.startsWith(target))
        .map(({ relation }) => ({ ordinal, relation })),
    );
  }

  tree(): readonly TreeEntry[] | undefined {
    return this.#tree;
  }

  treePathIds(): Uint32Array | undefined {
    return this.#tree && Uint32Array.from(this.#tree, ({ path }) => this.pathId(path) ?? 0);
  }

  rememberPaths(): void {}

  kept(name: string): unknown {
    const value = this.#derived.get(`${this.commit} ${name}`);
    return value === undefined ? undefined : JSON.parse(value);
  }

  keep(name: string, value: unknown): void {
    this.#derived.set(`${this.commit} ${name}`, JSON.stringify(value));
  }

  count(): SnapshotCounts {
    const records = [...this.#visible].map((ordinal) => this.#at(ordinal).record);
    const times = records.map(({ committedAtMs }) => committedAtMs);
    return {
      authors: new Set(records.map(({ author }) => author)).size,
      merges: records.filter(({ parents }) => parents.length > 1).length,
      issueLinks: this.#visibleWhere(({ issues }) => issues.length > 0).length,
      reverts: this.#visibleWhere(({ references }) =>
        references.some(({ relation }) => relation === 'reverts'),
      ).length,
      firstCommitAtMs: Math.min(...times),
      lastCommitAtMs: Math.max(...times),
    };
  }

  /** Ascending. */
  #visibleWhere(matches: (commit: IndexedCommit) => boolean): readonly number[] {
    return [...this.#visible].filter((ordinal) => matches(this.#at(ordinal))).sort((a, b) => a - b);
  }

  #at(ordinal: number): IndexedCommit {
    const commit = this.#commits[ordinal];
    if (commit === undefined) throw new RangeError(`No commit has the ordinal ${ordinal}.`);
    return commit;
  }
}

function ancestorsOf(
  commits: readonly IndexedCommit[],
  ordinals: ReadonlyMap<CommitId, number>,
): ReadonlySet<number> {
  const visible = new Set<number>();
  const waiting = [commits.length - 1];
  for (let ordinal = waiting.pop(); ordinal !== undefined; ordinal = waiting.pop()) {
    if (visible.has(ordinal)) continue;
    visible.add(ordinal);
    for (const parent of commits[ordinal]?.record.parents ?? []) {
      const parentOrdinal = ordinals.get(parent);
      if (parentOrdinal !== undefined) waiting.push(parentOrdinal);
    }
  }
  return visible;
}

function pathsOf({ path, previousPath }: FileChange): readonly string[] {
  return previousPath === undefined ? [path] : [path, previousPath];
}

function changeColumns(
  commits: readonly IndexedCommit[],
  pathIds: ReadonlyMap<string, number>,
): ChangeColumns {
  const offsets = [0];
  for (const { record } of commits) offsets.push((offsets.at(-1) ?? 0) + record.changes.length);
  const changes = commits.flatMap(({ record }) => record.changes);
  const idOf = (path: string | undefined) => (path === undefined ? noPath : (pathIds.get(path) ?? noPath));
  return {
    offsets: Uint32Array.from(offsets),
    pathIds: Uint32Array.from(changes, ({ path }) => idOf(path)),
    previousPathIds: Uint32Array.from(changes, ({ previousPath }) => idOf(previousPath)),
    statuses: Uint8Array.from(changes, ({ status }) => changeStatuses.indexOf(status)),
  };
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
