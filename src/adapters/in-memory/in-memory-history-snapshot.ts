import type { CommitId, FileChange, TreeEntry } from '../../model/commit.ts';
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
} from '../../ports/repository-index.ts';

/** The history that the last of the given commits can see. */
export class InMemoryHistorySnapshot implements HistorySnapshot {
  readonly #commits: readonly IndexedCommit[];
  readonly #tree: readonly TreeEntry[] | undefined;
  readonly #visible: ReadonlySet<number>;
  readonly #paths: readonly string[];

  constructor(commits: readonly IndexedCommit[], tree: readonly TreeEntry[] | undefined) {
    this.#commits = commits;
    this.#tree = tree;
    this.#visible = ancestorsOf(commits);
    const changes = commits.flatMap(({ record }) => record.changes);
    const paths = changes.flatMap(({ path, previousPath }) => (previousPath === undefined ? [path] : [path, previousPath]));
    this.#paths = ['', ...new Set(paths)];
  }

  get commit(): CommitId {
    return this.#at(this.ordinalCount - 1).record.id;
  }

  get committedAtMs(): number {
    return this.#at(this.ordinalCount - 1).record.committedAtMs;
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

  get times(): Float64Array {
    return Float64Array.from(this.#commits, ({ record }) => record.committedAtMs);
  }

  get documentLengths(): Uint16Array {
    return Uint16Array.from(this.#commits, ({ terms }) => sum(terms.values()));
  }

  get averageDocumentLength(): number {
    return sum([...this.#visible].map((ordinal) => this.documentLengths[ordinal] ?? 0)) / this.#visible.size;
  }

  get changes(): ChangeColumns {
    const offsets = [0];
    for (const { record } of this.#commits) offsets.push((offsets.at(-1) ?? 0) + record.changes.length);
    const changes = this.#commits.flatMap(({ record }) => record.changes);
    return {
      offsets: Uint32Array.from(offsets),
      pathIds: Uint32Array.from(changes, ({ path }) => this.#paths.indexOf(path)),
      previousPathIds: Uint32Array.from(changes, ({ previousPath }) =>
        previousPath === undefined ? noPath : this.#paths.indexOf(previousPath),
      ),
      statuses: Uint8Array.from(changes, ({ status }) => changeStatuses.indexOf(status)),
    };
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
    return this.#visibleWhere(({ record }) => record.id === id)[0];
  }

  ordinalOfPrefix(idPrefix: string): number | undefined {
    const found = this.#visibleWhere(({ record }) => record.id.startsWith(idPrefix));
    return found.length === 1 ? found[0] : undefined;
  }

  parentsOf(ordinal: number): readonly CommitId[] {
    return this.#at(ordinal).record.parents.filter((id) => this.ordinalOf(id) !== undefined);
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
    const id = this.#paths.indexOf(path);
    return id > 0 ? id : undefined;
  }

  commitsOfIssue(issue: string): readonly { readonly ordinal: number; readonly closes: boolean }[] {
    return this.#visibleWhere(({ issues }) => issues.some((reference) => reference.issue === issue)).map((ordinal) => ({
      ordinal,
      closes: this.#at(ordinal).issues.some((reference) => reference.issue === issue && reference.closes),
    }));
  }

  commitsReferringTo(id: CommitId): readonly { readonly ordinal: number; readonly relation: CommitRelation }[] {
    return [...this.#visible]
      .sort((a, b) => a - b)
      .flatMap((ordinal) =>
        this.#at(ordinal)
          .references.filter(({ target }) => id.startsWith(target))
          .map(({ relation }) => ({ ordinal, relation })),
      );
  }

  tree(): readonly TreeEntry[] | undefined {
    return this.#tree;
  }

  count(): SnapshotCounts {
    const records = [...this.#visible].map((ordinal) => this.#at(ordinal).record);
    const times = records.map(({ committedAtMs }) => committedAtMs);
    return {
      authors: new Set(records.map(({ author }) => author)).size,
      merges: records.filter(({ parents }) => parents.length > 1).length,
      issueLinks: this.#visibleWhere(({ issues }) => issues.length > 0).length,
      reverts: this.#visibleWhere(({ references }) => references.some(({ relation }) => relation === 'reverts')).length,
      firstCommitAtMs: Math.min(...times),
      lastCommitAtMs: Math.max(...times),
    };
  }

  #visibleWhere(matches: (commit: IndexedCommit) => boolean): readonly number[] {
    return [...this.#visible].filter((ordinal) => matches(this.#at(ordinal))).sort((a, b) => a - b);
  }

  #at(ordinal: number): IndexedCommit {
    const commit = this.#commits[ordinal];
    if (commit === undefined) throw new RangeError(`No commit has the ordinal ${ordinal}.`);
    return commit;
  }
}

function ancestorsOf(commits: readonly IndexedCommit[]): ReadonlySet<number> {
  const ordinals = new Map(commits.map(({ record }, ordinal) => [record.id, ordinal]));
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

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
