import { expect, it, onTestFinished } from 'vitest';
import { openMemoryStore } from '../../src/adapters/sqlite/memory/open-memory-store.ts';
import { makeTeamKey, newNonce } from '../../src/adapters/system/team-key.ts';
import { syncTeam } from '../../src/engine/teams/sync-team.ts';
import { foundTeam } from '../../src/engine/teams/team-life.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import { isFull } from '../effort.ts';
import { writingMachine } from '../fakes/team-operations.ts';
import { temporaryFolder } from '../git/build-repository.ts';
import { inMemoryTeamHub } from '../in-memory/in-memory-team-hub.ts';

// It takes more bytes than a home takes unproved.
it.runIf(isFull)(
  'a hub fills no home with what no member signed, and is read again once that is gone',
  async () => {
    const home = temporaryFolder();
    const clock = { nowMs: Date.now };
    const store = openMemoryStore({ directory: home, clock, backups: 'none' });
    onTestFinished(() => store.close());
    const key = makeTeamKey(home);
    const repository = { id: 'repository' as RepositoryId, place: 'root:abc' };
    const team = await foundTeam(
      { member: 'ada', hub: 'git:x', shares: 'confirmed', repository, nonce: newNonce(), isReviewed: false },
      { store, key, nowMs: Date.now() },
    );
    const sync = async (hub: ReturnType<typeof inMemoryTeamHub>) =>
      await syncTeam(team, hub, { store, clock, tokens: { count: async () => 9 }, key });
    const waiting = () => store.read((reader) => reader.teamOperations({ team, stage: 'received' }).length);

    const whole = inMemoryTeamHub(team);
    await sync(whole);
    const claimant = writingMachine(team);
    await whole.push([claimant.write()]);
    const flooded = inMemoryTeamHub(team);
    const stranger = writingMachine(team);
    const send = async () =>
      await flooded.push(
        Array.from({ length: 20 }, () => stranger.write({ body: { text: 'x'.repeat(1_900_000) } })),
      );
    await sync(flooded);
    await send();
    await sync(flooded);
    expect(waiting()).toBe(20);
    await send();
    await expect(sync(flooded)).rejects.toMatchObject({
      code: 'TEAM_UNREACHABLE',
      data: { reason: 'flooded', machine: stranger.machine },
    });
    expect(waiting()).toBe(0);
    await sync(whole);
    expect(waiting()).toBe(1);
  },
);
