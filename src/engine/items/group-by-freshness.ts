import type { ItemId } from '../../model/brands.ts';
import { type Freshness, freshnessLevels } from '../../model/memory-item.ts';
import { scopeOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { WorkingFiles } from '../../ports/git-reader.ts';
import type { ItemReader, MemoryStore } from '../../ports/memory-store.ts';
import { freshnessOf } from '../memory/where-it-holds.ts';

type Groups = ReadonlyMap<Freshness, readonly ItemId[]>;

/** Files change at any time, and reading all that memories are about takes longer than a page. */
const keptMs = 10_000;
const kept = new WeakMap<
  MemoryStore,
  { readonly of: string; readonly untilMs: number; readonly groups: Groups }
>();

interface Place {
  readonly files?: WorkingFiles | undefined;
  readonly repositoryId?: RepositoryId | undefined;
  readonly nowMs: number;
}

/** Memories about places in the code of a repository, by freshness against its files; at most ten seconds old. */
export function groupByFreshness(
  reader: ItemReader,
  store: MemoryStore,
  { files, repositoryId, nowMs }: Place,
): Groups {
  if (files === undefined || repositoryId === undefined) return new Map();
  const known = kept.get(store);
  if (known?.of === repositoryId && nowMs < known.untilMs) return known.groups;
  const read = new Map<string, ReturnType<WorkingFiles['read']>>();
  const once: WorkingFiles = {
    ...files,
    read(path) {
      if (!read.has(path)) read.set(path, files.read(path));
      return read.get(path);
    },
  };
  const groups = new Map<Freshness, ItemId[]>(freshnessLevels.map((level) => [level, []]));
  for (const item of reader.items({ scopes: [scopeOf('repo', repositoryId)], anchored: true })) {
    const level = freshnessOf(item, { files: once, repositoryId });
    if (level !== undefined) groups.get(level)?.push(item.id);
  }
  kept.set(store, { of: repositoryId, untilMs: nowMs + keptMs, groups });
  return groups;
}
