import { readdirSync, readFileSync, statSync } from 'node:fs';
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

  it('is founded, joined and synced, and only the key files hold its password', async () => {
    const { server, hub } = held();
    const owner = server.connection({ ...keeper, database: hub.database });
    vi.stubEnv('AFTERWIT_TEAM_OWNER', owner);
    const machines = newMachines();
    const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
    await ada.say(lesson);
    const remote = owner.replace(/\/\/[^@]*@/, '//');
    const founded = await ada.memory.createTeam({ remote });
    vi.unstubAllEnvs();
    await letIn(ada, ben);
    expect((await ben.lessons()).map(({ content }) => content)).toEqual([lesson]);
    await ben.say('Boil water twice before the first brew.');
    await ben.memory.syncTeam();
    expect(await ada.memory.syncTeam()).toMatchObject({ taken: 1, setAside: [] });

    for (const machine of [ada, ben]) {
      const keyFile = join(machine.home, 'team-key.json');
      const { connections } = JSON.parse(readFileSync(keyFile, 'utf8'));
      const { password, username } = new URL(connections[founded.team]);
      expect(username).toBe(`afterwit_${founded.team.slice(0, 16)}`);
      expect(password.length).toBeGreaterThan(20);
      expect(holding(machine, password)).toEqual([keyFile]);
      expect(holding(machine, encodeURIComponent(keeper.password))).toEqual([]);
      expect(statSync(keyFile).mode & 0o777).toBe(0o600);
      expect(JSON.stringify(await machine.memory.teamStatus())).not.toContain(password);
    }
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
    const { hub: shown } = await ada.memory.createTeam({ remote: at(keeper.password) });
    expect(shown).toContain('afterwit_');
    expect(shown).not.toContain(encodeURIComponent(keeper.password));
    expect(await ada.memory.syncTeam()).toMatchObject({ pushed: 1 });
  });
});
