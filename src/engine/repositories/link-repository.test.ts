import { describe, expect, it } from 'vitest';
import { ada, type IssueMemory, issueMemory } from '../../../tests/fakes/issue-memory.ts';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import { type Speaker, scopeOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { rejectItem } from '../items/review-items.ts';
import { partsOf, wholeIdOf } from '../memory/find-item.ts';
import { moveItems, pauseRepository, resumeRepository } from './link-repository.ts';

const from = 'r1' as RepositoryId;
const to = 'r2' as RepositoryId;

function tell(memory: IssueMemory, name: string, hint = '') {
  return memory.record({
    output: `ModuleNotFoundError: No module named '${name}'${hint}`,
    command: 'python worker.py',
    fix: `Add ${name} to the requirements.`,
  });
}

it('makes issues that are known there already one, with the episodes of both', async () => {
  const store = plainStore(['r1', 'r2']);
  const [here, there] = [issueMemory(store, 1, from), issueMemory(store, 2, to)];
  await tell(here, 'lxml');
  await tell(here, 'lxml', '\nerror: the wheel could not be built');
  await tell(here, 'attrs');
  const known = await tell(there, 'lxml');
  await store.transact((transaction) => moveItems(transaction, from, to));
  store.read((reader) => {
    expect(reader.countItems({ scopes: [scopeOf('repo', from)] })).toBe(0);
    const items = reader.items({});
    const ids = new Set(items.map(({ id }) => id));
    for (const item of items) if (item.body?.kind !== 'pattern') expect(ids).toContain(wholeIdOf(item));
    const variants = here.itemsOf('variant').map(({ content }) => content);
    expect(variants.toSorted()).toEqual(['Add attrs to the requirements.', 'Add lxml to the requirements.']);
    expect(partsOf(reader, known.variant.id)).toHaveLength(2);
  });
  await store.transact((transaction) => moveItems(transaction, to, from));
  expect(here.itemsOf('episode')).toHaveLength(3);
});

it('does not revive what was turned down here by what an agent said there', async () => {
  const store = plainStore(['r1', 'r2']);
  const [here, there] = [issueMemory(store, 1, from), issueMemory(store, 2, to)];
  const known = await tell(there, 'lxml');
  await rejectItem({ store, id: known.variant.id, speaker: ada, nowMs: 5 });
  await here.record({
    output: "ModuleNotFoundError: No module named 'lxml'",
    command: 'python worker.py',
    fix: 'Add lxml to the requirements.',
    speaker: { kind: 'agent', name: 'x', source: 'mcp' },
  });
  await store.transact((transaction) => moveItems(transaction, from, to));
  expect(there.item(known.variant.id)?.status).toBe('archived');
});

const repositoryId = 'r1' as RepositoryId;
const others: readonly Speaker[] = [
  { kind: 'agent', name: 'codex', source: 'cli' },
  { kind: 'unknown', name: 'root', source: 'cli' },
];

describe('a pause', () => {
  it.each(others)('is begun and ended by a person, not by $kind', async (speaker) => {
    const store = plainStore(['r1']);
    const asked = { store, repositoryId, clock: { nowMs: () => 7 } };
    await expect(pauseRepository({ ...asked, speaker })).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    await pauseRepository({ ...asked, speaker: ada });
    await expect(resumeRepository({ ...asked, speaker })).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    expect(store.read((reader) => reader.pausedAtMs(repositoryId))).toBe(7);
    expect(await resumeRepository({ ...asked, speaker: ada })).toBe(true);
    expect(await resumeRepository({ ...asked, speaker })).toBe(false);
  });
});
