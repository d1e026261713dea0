import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/adapters/sqlite/database.ts';
import { readMemoryVersions } from '../../../src/adapters/sqlite/memory/memory-versions.ts';
import { memoryFiles } from '../../../src/adapters/sqlite/memory/place-memory.ts';
import type { Team } from '../../../src/model/team.ts';
import { exampleTeam, writingMachine } from '../../fakes/team-operations.ts';
import { addExample, idsIn, makeFolder, openStore } from './example-store.ts';
import { placeOldSchema } from './old-schema.ts';

const machine = writingMachine();
const team: Team = {
  ...{ id: exampleTeam, machine: machine.machine, member: 'ada', hub: 'git:x', shares: 'confirmed' },
  ...{ repositories: [], pushed: 0, clock: [1, 0], outcomeSequence: 0 },
};

describe('a memory that belongs to a team', () => {
  const folder = makeFolder();
  const { database: path } = memoryFiles(folder.path);
  const minimumWriter = () => {
    const database = openDatabase(path, {
      subject: 'memory',
      synchronous: 'full',
      busyTimeoutMs: 50,
      readOnly: true,
    });
    const versions = readMemoryVersions(database);
    database.close();
    return versions.minimumWriter;
  };

  beforeEach(() => folder.renew());
  afterEach(() => folder.remove());

  it('comes from one of an earlier schema with all it held, and excludes older writers from then on alone', async () => {
    placeOldSchema(path, ['a']);
    const store = openStore(folder.path);
    await addExample(store, 'b');
    expect([...idsIn(store)].sort()).toEqual(['a', 'b']);
    expect(store.read((reader) => reader.teams())).toEqual([]);
    expect(minimumWriter()).toBeLessThan(10);
    await store.transact((transaction) => transaction.putTeam(team));
    expect(minimumWriter()).toBe(10);
    expect([...idsIn(store)].sort()).toEqual(['a', 'b']);
    store.close();
  });

  it('keeps operations with the change they tell, or neither', async () => {
    const store = openStore(folder.path);
    const [first, second] = [machine.write({ team: exampleTeam }), machine.write()];
    const refused = store.transact((transaction) => {
      transaction.putTeam(team);
      transaction.addTeamOperation(first, 'applied');
      throw new Error('the change failed');
    });
    await expect(refused).rejects.toThrow('the change failed');
    expect(store.read((reader) => [reader.teams(), reader.teamOperations({ team: exampleTeam })])).toEqual([
      [],
      [],
    ]);
    const added = await store.transact((transaction) =>
      [first, second, first].map((operation) => transaction.addTeamOperation(operation, 'received')),
    );
    expect(added).toEqual([true, true, false]);
    await store.transact((transaction) => {
      expect(transaction.emptyTeamOperation(exampleTeam, first)).toBe(true);
      expect(transaction.moveTeamOperations({ team: exampleTeam, stage: 'received' }, 'proved')).toBe(2);
    });
    const proved = store.read((reader) => reader.teamOperations({ team: exampleTeam, stage: 'proved' }));
    expect(proved).toEqual([{ ...first, body: null }, second]);
    expect(store.examine()).toBeUndefined();
    store.close();
  });
});
