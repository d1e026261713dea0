import { defaultSettings } from '../../src/config/settings.ts';
import type { RecordFailureRequest } from '../../src/engine/failures/draft-failure-items.ts';
import { recordFailure } from '../../src/engine/failures/record-failure.ts';
import { resolveScopes } from '../../src/engine/memory/where-it-holds.ts';
import type { RecordedFailure } from '../../src/model/answers/failure-answers.ts';
import type { ItemId } from '../../src/model/brands.ts';
import type { ItemKind, MemoryItem } from '../../src/model/memory-item.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import type { MemoryStore } from '../../src/ports/memory-store.ts';

export const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };

export function agentIn(session: string): Speaker {
  return { kind: 'agent', name: 'claude-code', source: 'mcp', session };
}

/** A failure as tests tell of it: what it printed, and what else is not usual. */
export interface ToldFailure extends Partial<Omit<RecordFailureRequest, 'failure'>> {
  readonly output: string;
  readonly command?: string;
}

/** A memory that failures are recorded in, in one repository. */
export interface IssueMemory {
  record(told: ToldFailure): Promise<RecordedFailure>;
  item(id: ItemId): MemoryItem | undefined;
  /** Oldest first. */
  itemsOf(kind: ItemKind): readonly MemoryItem[];
}

/** @param writer tells writers apart that record at the same time: their ids begin with its number */
export function issueMemory(store: MemoryStore, writer = 0, repository = 'r1'): IssueMemory {
  let uuids = 0;
  const uuid = (): string => {
    uuids += 1;
    return `${String(writer).padStart(4, '0')}${String(uuids).padStart(4, '0')}-0000-4000-8000-${String(uuids).padStart(12, '0')}`;
  };
  const repositoryId = repository as RepositoryId;
  const dependencies = {
    store,
    clock: { nowMs: () => 1_000_000 + uuids },
    random: { uuid },
    repositoryId,
    scopes: resolveScopes({ repositoryId, userName: 'ada' }, defaultSettings.memory.v3.scope),
    ancestry: { head: async () => undefined, holds: async () => true },
    tokens: { count: async (text: string) => Math.ceil(text.length / 4) },
    openParser: () => Promise.reject(new Error('no parser expected')),
    settings: defaultSettings.memory,
  };
  return {
    record: ({ output, command, ...told }) =>
      recordFailure(
        {
          fix: 'Run it again.',
          speaker: ada,
          ...told,
          failure: { output, ...(command === undefined ? {} : { command }) },
        },
        dependencies,
      ),
    item: (id) => store.read((reader) => reader.item(id)),
    itemsOf: (kind) => store.read((reader) => reader.items({ kinds: [kind] }).toReversed()),
  };
}

export function variantBody(item: MemoryItem) {
  if (item.body?.kind !== 'variant') throw new Error(`${item.id} is no variant`);
  return item.body;
}
