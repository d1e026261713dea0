import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { openMemoryStore } from '../../../src/adapters/sqlite/memory/open-memory-store.ts';
import type { RepositoryEvidence, RepositoryId } from '../../../src/model/repository.ts';
import type { MemoryStore, MemoryUpkeep } from '../../../src/ports/memory-store.ts';
import type { Clock } from '../../../src/ports/system.ts';

export const fixedClock: Clock = { nowMs: () => Date.UTC(2026, 0, 2, 3, 4, 5) };

/** A folder of its own for tests, and how to be rid of it. */
export function makeFolder(): { readonly path: string; remove(): void; renew(): void } {
  const path = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  const renew = () => {
    remove();
    mkdirSync(path);
  };
  return { path, remove, renew };
}

/** A folder for a memory that is filled once, before the first test, and copied anew by `renew`. */
export function makeFilledFolder(fill: (store: MemoryStore) => Promise<void>) {
  const [folder, filled] = [makeFolder(), makeFolder()];
  beforeAll(async () => {
    const store = openStore(filled.path);
    await fill(store);
    store.close();
  });
  afterAll(filled.remove);
  const renew = () => {
    folder.remove();
    cpSync(filled.path, folder.path, { recursive: true });
  };
  return { ...folder, renew };
}

export function openStore(directory: string, busyTimeoutMs = 5_000): MemoryStore & MemoryUpkeep {
  return openMemoryStore({ directory, clock: fixedClock, busyTimeoutMs });
}

export function repositoryId(text: string): RepositoryId {
  return text as RepositoryId;
}

export function evidence(kind: RepositoryEvidence['kind'], value: string): RepositoryEvidence {
  return { kind, value };
}

/** Adds a repository with a path, a remote and a root, all named after its id. */
export function addExample(store: MemoryStore, id: string): Promise<void> {
  return store.transact((transaction) => {
    transaction.addRepository({ id: repositoryId(id), name: id, createdAtMs: 1 });
    transaction.addEvidence(repositoryId(id), [
      evidence('path', `/clones/${id}/.git`),
      evidence('remote', `example.org/${id}`),
      evidence('root', `root-of-${id}`),
    ]);
  });
}

export function idsIn(store: MemoryStore): readonly string[] {
  return store.read((reader) => reader.repositories().map(({ id }) => id));
}
