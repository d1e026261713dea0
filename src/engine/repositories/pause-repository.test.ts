import { describe, expect, it } from 'vitest';
import { plainStore } from '../../../tests/fakes/memory-store.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import { pauseRepository, resumeRepository } from './link-repository.ts';

const repositoryId = 'r1' as RepositoryId;
const ada: Speaker = { kind: 'user', name: 'ada', source: 'cli' };
const others: readonly Speaker[] = [
  { kind: 'agent', name: 'codex', source: 'cli' },
  { kind: 'unknown', name: 'root', source: 'cli' },
];

describe('a pause', () => {
  it.each(others)('is ended by a person, not by $kind', async (speaker) => {
    const store = plainStore(['r1']);
    await pauseRepository({ store, repositoryId, clock: { nowMs: () => 7 } });
    const asked = { store, repositoryId };
    await expect(resumeRepository({ ...asked, speaker })).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    expect(store.read((reader) => reader.pausedAtMs(repositoryId))).toBe(7);
    expect(await resumeRepository({ ...asked, speaker: ada })).toBe(true);
    expect(await resumeRepository({ ...asked, speaker })).toBe(false);
  });
});
