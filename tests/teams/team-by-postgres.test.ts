import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { keeper } from '../postgres/example-hub.ts';
import { describeWithPostgres } from '../postgres/first-postgres.ts';
import { letIn, type Machine, newMachines } from './two-machines.ts';

const lesson = 'Descale the kettle with citric acid before the boil tests, never with vinegar.';

/** Files of a home that hold a text. */
function holding({ home }: Machine, text: string): readonly string[] {
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

describeWithPostgres('a team in Postgres', (held) => {
  afterEach(() => vi.unstubAllEnvs());

  it('is founded, joined, synced and searched, and no file holds its password', async () => {
    const { server, hub } = held();
    const owner = server.connection({ ...keeper, database: hub.database });
    vi.stubEnv('AFTERWIT_TEAM_OWNER', owner);
    const machines = newMachines();
    const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
    await ada.say(lesson);
    const remote = owner.replace(/\/\/[^@]*@/, '//');
    const founded = await ada.memory.createTeam({ remote });
    const { password = '' } = founded;
    expect(password.length).toBeGreaterThan(20);
    expect(founded.hub).toContain(`//afterwit_${founded.team.slice(0, 16)}@`);
    vi.unstubAllEnvs();
    await expect(ada.memory.syncTeam()).rejects.toMatchObject({ data: { reason: 'password' } });
    vi.stubEnv('PGPASSWORD', password);
    await letIn(ada, ben);
    expect((await ben.lessons()).map(({ content }) => content)).toEqual([lesson]);
    await ben.say('Boil water twice before the first brew.');
    await ben.memory.syncTeam();
    expect(await ada.memory.syncTeam()).toMatchObject({ taken: 1, setAside: [] });

    const { hits, unproved, matched } = await ada.memory.searchTeam('boiling', {
      members: ['ben'],
      types: ['project_fact'],
    });
    expect({ unproved, matched }).toEqual({ unproved: 0, matched: 1 });
    expect(hits).toMatchObject([{ member: 'ben', confirmations: 1, isHere: true, type: 'project_fact' }]);

    // A lost laptop is revoked, and shut out by a new password.
    vi.stubEnv('AFTERWIT_TEAM_OWNER', owner);
    const revoked = await ada.memory.revokeFromTeam('ben');
    vi.stubEnv('AFTERWIT_TEAM_OWNER', undefined);
    expect(revoked).toMatchObject({ canRead: false, password: expect.any(String) });
    expect((await ben.memory.teamStatus())[0]).not.toHaveProperty('until');
    await expect(ben.memory.syncTeam()).rejects.toMatchObject({ data: { reason: 'password' } });
    vi.stubEnv('PGPASSWORD', revoked.password);
    await ben.memory.syncTeam();
    expect((await ben.memory.teamStatus())[0]).toMatchObject({ role: 'writer', until: 4 });

    for (const machine of [ada, ben])
      for (const secret of [password, revoked.password ?? '', encodeURIComponent(keeper.password)])
        expect(holding(machine, secret)).toEqual([]);
    await ben.memory.leaveTeam();
    expect(readdirSync(ben.home)).not.toContain('team-key.json');
  });

  it('takes the owner from the remote, and founds nothing where the database refuses', async () => {
    const { server, hub } = held();
    const ada = await newMachines().add('ada');
    const at = (password: string) => server.connection({ ...keeper, password, database: hub.database });
    await expect(ada.memory.createTeam({ remote: at('wrong') })).rejects.toMatchObject({
      code: 'TEAM_UNREACHABLE',
    });
    expect(await ada.memory.teamStatus()).toEqual([]);
    const { hub: shown, password } = await ada.memory.createTeam({ remote: at(keeper.password) });
    vi.stubEnv('PGPASSWORD', password);
    expect(shown).not.toContain(encodeURIComponent(keeper.password));
    expect(await ada.memory.syncTeam()).toMatchObject({ pushed: 1 });
  });
});
