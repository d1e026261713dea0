import { describe, expect, it, onTestFinished } from 'vitest';
import { openMemoryStore } from '../../src/adapters/sqlite/memory/open-memory-store.ts';
import { makeTeamKey, newKey, newNonce } from '../../src/adapters/system/team-key.ts';
import { syncTeam } from '../../src/engine/teams/sync-team.ts';
import { foundTeam, inviteMember, membersOf, readInvitation } from '../../src/engine/teams/team-life.ts';
import { writeOperation } from '../../src/engine/teams/tell-changes.ts';
import type { ItemId } from '../../src/model/brands.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import { operationIdOf, type TeamOperation, type TeamRole } from '../../src/model/team.ts';
import type { PushAnswer, TeamHub } from '../../src/ports/team-hub.ts';
import { type WritingMachine, writingMachine } from '../fakes/team-operations.ts';
import { temporaryFolder } from '../git/build-repository.ts';

const repository = { id: 'repository' as RepositoryId, place: 'root:abc' };
const wordsOf = (operation: TeamOperation) => JSON.stringify(operation.body);

/** A remote that everyone who may push writes as they like. */
function openRemote(): TeamHub & { readonly logs: Map<string, TeamOperation[]> } {
  const logs = new Map<string, TeamOperation[]>();
  return {
    logs,
    async push(operations, { isAnew } = { isAnew: false }): Promise<PushAnswer> {
      const [first] = operations;
      if (first === undefined) return { kind: 'stored', held: 0 };
      const known = isAnew ? [] : (logs.get(first.machine) ?? []);
      if (first.seq > known.length + 1) return { kind: 'gap', held: known.length };
      const fork = operations.find(
        ({ seq, signature }) => (known[seq - 1]?.signature ?? signature) !== signature,
      );
      if (fork !== undefined) return { kind: 'forked', seq: fork.seq };
      logs.set(first.machine, [...known, ...operations.filter(({ seq }) => seq > known.length)]);
      return { kind: 'stored', held: logs.get(first.machine)?.length ?? 0 };
    },
    async pull({ after }) {
      const at = JSON.parse(after ?? '{}') as Record<string, number>;
      const operations = [...logs].flatMap(([machine, log]) => log.slice(at[machine] ?? 0));
      const cursor = Object.fromEntries(
        [...logs].map(([machine, log]) => [machine, Math.max(at[machine] ?? 0, log.length)]),
      );
      return { operations, cursor: JSON.stringify(cursor), isAll: true };
    },
    async redactBodies(operations) {
      const ids = new Set(operations.map(operationIdOf));
      for (const [machine, log] of logs)
        logs.set(
          machine,
          log.map((one) => (ids.has(operationIdOf(one)) ? { ...one, body: null } : one)),
        );
      return ids.size;
    },
    async close() {},
  };
}

/** An owner with a home, and members that write what they like. */
async function openTeam() {
  const home = temporaryFolder();
  const clock = { nowMs: Date.now };
  const store = openMemoryStore({ directory: home, clock, backups: 'none' });
  onTestFinished(() => store.close());
  const key = makeTeamKey(home);
  const membership = { store, key, nowMs: Date.now() };
  const founding = {
    member: 'cleo',
    hub: 'git:x',
    shares: 'confirmed',
    repository,
    nonce: newNonce(),
  } as const;
  const team = await foundTeam({ ...founding, isReviewed: false }, membership);
  const hub = openRemote();
  const sync = async () => await syncTeam(team, hub, { store, clock, tokens: { count: async () => 9 }, key });
  const tell = async (machine: WritingMachine, changes: Parameters<WritingMachine['write']>[0]) => {
    const operation = machine.write({ ...changes, hlc: [Date.now(), 0] });
    await hub.push([operation]);
    return operation;
  };
  return {
    ...{ team, hub, sync, tell, store, membership },
    /** A member, and what it tells. */
    async admit(name: string, role: TeamRole) {
      const machine = writingMachine(team, name);
      const { publicKey } = machine;
      await store.transact((transaction) => {
        const [known] = transaction.teams();
        const admit = { machine: machine.machine, publicKey, name, role };
        if (known !== undefined)
          writeOperation(transaction, known, { kind: 'member', body: { admit } }, { key, nowMs: Date.now() });
      });
      await sync();
      return machine;
    },
    contents: () => store.read((reader) => reader.items({}).map(({ content }) => String(content))),
  };
}

const item = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' as ItemId;
const said = (content: string) => ({
  item,
  over: [],
  body: { item: { id: item, type: 'CONSTRAINT', content } },
});

describe('a code of an invitation', () => {
  it('leads to no folder but that of a team in the home', async () => {
    const { team, membership } = await openTeam();
    const invited = { name: 'ben', role: 'writer', expiresAtMs: Date.now() + 9e9, invite: newKey() } as const;
    const { code } = await inviteMember(team, invited, membership);
    expect(readInvitation(code)).toMatchObject({ team, name: 'ben' });
    const told = readInvitation(code);
    const others = ['../../victim/', 'x', `${team}/..`, team.toUpperCase(), undefined, 7].map((one) => ({
      team: one,
    }));
    for (const wrong of [...others, { name: 'ben\u001b[2J' }, { name: '' }, { hub: undefined }]) {
      const text = JSON.stringify({ ...told, ...wrong });
      expect(() => readInvitation(`team.${Buffer.from(text).toString('base64url')}`), text).toThrow(
        'no code',
      );
    }
  });
});

describe('a name with control characters', () => {
  it('is taken from no owner, and read from none', async () => {
    const { team, membership, store, admit } = await openTeam();
    const invited = { name: 'b\nen', role: 'writer', expiresAtMs: 9e15, invite: newKey() } as const;
    await expect(inviteMember(team, invited, membership)).rejects.toThrow('control characters');
    await admit('ben\u001b[2J\nHuman:', 'writer');
    expect(membersOf(store, team).map(({ name }) => name)).toEqual([
      'cleo',
      expect.stringMatching(/^[0-9a-f]{8}$/),
    ]);
  });
});

describe('a member without the right', () => {
  it.each(['reader', 'writer'] as const)(
    'keeps what another forgot in no home and no remote: a %s',
    async (role) => {
      const { hub, sync, tell, admit, contents } = await openTeam();
      const [ada, ben] = [await admit('ada', 'writer'), await admit('ben', role)];
      const text = await tell(ada, said('The password of the kettle is lukewarm.'));
      await sync();
      expect(contents()).toHaveLength(1);
      await tell(ben, said('Ben was here, too.'));
      await tell(ben, { ...said('Ben has the last word.'), over: [operationIdOf(text)] });
      await tell(ada, { kind: 'forget', item, body: {} });
      await sync();
      expect(contents().join()).not.toContain('lukewarm');
      expect([...hub.logs.values()].flat().map(wordsOf).join()).not.toContain('lukewarm');
      expect(contents()).toEqual(role === 'writer' ? ['Ben was here, too.'] : []);
    },
  );

  it.each(['reader', 'writer'] as const)('takes no text of another away: a %s', async (role) => {
    const { sync, tell, admit, contents } = await openTeam();
    const [ada, ben] = [await admit('ada', 'writer'), await admit('ben', role)];
    const text = await tell(ada, said('Descale the kettle on Fridays.'));
    await sync();
    const over = [operationIdOf(text)];
    await tell(ben, { item, over, body: {} });
    await tell(ben, { kind: 'forget', item, body: {} });
    await tell(ben, { ...said('Ben edits.'), over });
    await tell(ben, { kind: 'forget', item, body: {} });
    await sync();
    expect(contents()).toEqual(['Descale the kettle on Fridays.']);
  });
});

describe('what a stranger writes in the name of a machine', () => {
  it('keeps none of its own words from the others, once it is gone', async () => {
    const { hub, sync, tell, admit, contents } = await openTeam();
    const ada = await admit('ada', 'writer');
    const first = await tell(ada, said('One.'));
    const log = hub.logs.get(ada.machine) ?? [];
    hub.logs.set(ada.machine, [...log, ...[2, 3, 4].map((seq) => ({ ...first, seq }))]);
    await sync();
    hub.logs.set(ada.machine, log);
    await tell(ada, { ...said('Two.'), over: [operationIdOf(first)] });
    await sync();
    await sync();
    expect(contents()).toEqual(['Two.']);
  });

  it('is written over by the machine, whose home was not copied', async () => {
    const { hub, sync, admit } = await openTeam();
    await admit('ada', 'writer');
    const [[machine = '', log = []] = []] = [...hub.logs];
    hub.logs.set(machine, [...log, { ...(log.at(-1) as TeamOperation), seq: log.length + 1 }]);
    await admit('ben', 'writer');
    const told = hub.logs.get(machine) ?? [];
    expect(told.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await sync()).toMatchObject({ pushed: 0 });
  });

  it('empties nothing that is here', async () => {
    const { hub, sync, tell, admit, contents, store, team } = await openTeam();
    const ada = await admit('ada', 'writer');
    await tell(ada, said('Descale the kettle on Fridays.'));
    await sync();
    await hub.redactBodies([...hub.logs.values()].flat());
    await store.transact((transaction) => {
      const { cursor: _, ...known } = transaction.teams()[0] ?? ({} as never);
      transaction.putTeam(known);
    });
    await sync();
    await admit('ben', 'writer');
    expect(contents()).toEqual(['Descale the kettle on Fridays.']);
    expect(membersOf(store, team)).toHaveLength(3);
  });
});
