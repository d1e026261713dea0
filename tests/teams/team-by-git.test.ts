import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGitTeamHub } from '../../src/adapters/git/open-git-team-hub.ts';
import { openMemoryStore } from '../../src/adapters/sqlite/memory/open-memory-store.ts';
import { isFull } from '../effort.ts';
import { temporaryFolder } from '../git/build-repository.ts';
import { letIn, newMachines } from './two-machines.ts';

/** By itself, the properties of merging, `five-machines` and the contract of the hub stand in for these. */
const atLength = it.runIf(isFull);
const lesson = 'Descale the kettle with citric acid before the boil tests, never with vinegar.';

it('a lesson of one member is found by the other, and trusted once confirmed there', async () => {
  const machines = newMachines();
  const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
  await ada.say(lesson);
  await ada.memory.createTeam();
  await letIn(ada, ben);

  const [item, ...others] = await ben.lessons();
  expect(others).toEqual([]);
  expect(item).toMatchObject({ content: lesson, trust: 'untrusted', status: 'active' });
  const asked = await ben.memory.recall({ query: 'descale the kettle with citric acid' });
  expect(JSON.stringify(asked)).toContain('citric acid');

  // Confirmed here, it is this machine's own word.
  await ben.items.approve(item?.id ?? '');
  expect((await ben.lessons())[0]).toMatchObject({ trust: 'verified' });
  await ben.memory.syncTeam();
  await ada.memory.syncTeam();
  expect((await ada.memory.teamLog()).filter(({ kind }) => kind === 'confirm')).toHaveLength(2);
});

it('believes a colleague whose memories helped here more often than not, and no other', async () => {
  const machines = newMachines();
  const [ada, ben, cleo] = [await machines.add('ada'), await machines.add('ben'), await machines.add('cleo')];
  const liquids = ['citric acid', 'lemon juice', 'vinegar', 'baking soda', 'rain water', 'cold tea'];
  const contentOf = (liquid: string) => `Descale the kettle with ${liquid} before the boil tests.`;
  const helpful = await Promise.all(liquids.slice(0, 5).map((liquid) => ada.say(contentOf(liquid))));
  await ada.memory.createTeam();
  await letIn(ada, ben);
  await letIn(ada, cleo);
  const trustOf = async (liquid: string) =>
    (await ben.lessons()).find(({ content }) => content === contentOf(liquid))?.trust;
  const helpsBen = async (id: string, at: number) => {
    const { decisionId } = await ben.memory.recall({ query: contentOf(liquids[at] ?? '') });
    await ben.memory.feedback({ decision: decisionId, outcome: 'verified', item: id });
  };

  for (const [at, id] of helpful.slice(0, 4).entries()) await helpsBen(id, at);
  await ada.say(contentOf('rain water'));
  await ada.memory.syncTeam();
  await ben.memory.syncTeam();
  expect(await trustOf('rain water'), 'four are too few').toBe('untrusted');

  await helpsBen(helpful[4] ?? '', 4);
  await ada.say(contentOf('cold tea'));
  await cleo.say(contentOf('salt'));
  for (const machine of [ada, cleo, ben]) await machine.memory.syncTeam();
  expect([await trustOf('cold tea'), await trustOf('salt')]).toEqual(['verified', 'untrusted']);
});

atLength('is parted by no hub that empties what it holds, and tells it anew', async () => {
  const machines = newMachines();
  const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
  await ada.say(lesson);
  const { team } = await ada.memory.createTeam();
  await letIn(ada, ben);
  await ben.items.approve((await ben.lessons())[0]?.id ?? '');
  const directory = join(temporaryFolder(), 'mirror');
  const hub = await openGitTeamHub({
    ...{ executable: 'git', directory, url: machines.remote, team, layout: 'refs' },
  });
  const { operations } = await hub.pull({ after: undefined, limit: 500 });
  expect(await hub.redactBodies(operations)).toBeGreaterThan(3);
  await hub.close();
  for (const { home } of [ada, ben]) {
    const store = openMemoryStore({ directory: home, clock: { nowMs: Date.now } });
    await store.transact(
      (transaction) => {
        const { cursor: _, ...anew } = transaction.teams()[0] ?? ({} as never);
        transaction.putTeam(anew);
      },
      { isOfTeam: true },
    );
    store.close();
  }
  for (const { memory } of [ada, ben]) await memory.syncTeam();
  await ben.say('Boil twice on Mondays.');
  for (const { memory } of [ben, ada]) await memory.syncTeam();
  const contentsOf = async (machine: typeof ada) =>
    (await machine.lessons()).map(({ content, trust }) => [content, trust]).sort();
  expect(await contentsOf(ada)).toEqual([
    ['Boil twice on Mondays.', 'untrusted'],
    [lesson, 'user'],
  ]);
  expect(await contentsOf(ben)).toContainEqual([lesson, 'verified']);
});

it('writes none but its own refs, keeps its key to itself, and forgets everywhere', async () => {
  const machines = newMachines();
  const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
  const branches = () =>
    execFileSync('git', ['-C', machines.remote, 'for-each-ref', 'refs/heads']).toString();
  const before = branches();
  const id = await ada.say(lesson);
  await ada.memory.createTeam();
  await letIn(ada, ben);
  expect(branches()).toBe(before);
  expect(execFileSync('git', ['-C', ada.clone, 'for-each-ref', 'refs/afterwit']).toString()).toBe('');
  expect(statSync(join(ada.home, 'team-key.json')).mode & 0o777).toBe(0o600);

  await ada.items.forget({ ids: [id] });
  await ada.memory.syncTeam();
  const held = () =>
    execFileSync('git', ['-C', machines.remote, 'log', '--all', '-p', '--format=%s']).toString();
  expect(held()).not.toContain('citric');
  await ben.memory.syncTeam();
  expect(await ben.lessons()).toEqual([]);
});

atLength('keeps both versions of what two wrote at once, and the word of a person here', async () => {
  const machines = newMachines();
  const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
  const id = await ada.say(lesson);
  await ada.memory.createTeam();
  await letIn(ada, ben);
  await ben.items.approve(id);
  await ben.items.edit(id, { content: 'Descale the kettle with lemon juice before the boil tests.' });
  await ada.items.edit(id, { content: 'Descale the kettle with vinegar before the boil tests.' });
  await ben.memory.syncTeam();
  expect((await ada.memory.syncTeam()).conflicts).toBe(1);
  const contents = (await ada.lessons()).map(({ content }) => content);
  expect(contents.some((content) => content.includes('lemon'))).toBe(true);
  expect(contents.some((content) => content.includes('vinegar'))).toBe(true);
  const own = (await ada.lessons()).find((item) => item.id === id);
  expect(own).toMatchObject({ trust: 'user', content: expect.stringContaining('vinegar') });

  // Who approves the other's words ends the conflict everywhere, under the one id, and no sync undoes it.
  await ben.memory.syncTeam();
  const [beside] = (await ben.lessons()).filter((item) => item.id !== id);
  await ben.items.approve(beside?.id ?? '');
  for (const machine of [ben, ada, ben, ada])
    expect(await machine.memory.syncTeam()).toMatchObject({ conflicts: 0 });
  for (const machine of [ada, ben]) {
    const [item, ...others] = await machine.lessons();
    expect(others).toEqual([]);
    expect(item).toMatchObject({ id, content: expect.stringContaining('vinegar') });
    expect(['user', 'verified']).toContain(item?.trust);
  }
});

it('a revoked machine tells nothing any more, and who leaves takes nothing', async () => {
  const machines = newMachines();
  const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
  await ada.memory.createTeam();
  await letIn(ada, ben);
  await ben.say('Boil water twice before the first brew.');
  await ben.memory.syncTeam();
  await ada.memory.syncTeam();
  expect(await ada.lessons()).toHaveLength(1);
  await ada.items.approve((await ada.lessons())[0]?.id ?? '');

  await expect(ada.memory.leaveTeam()).rejects.toThrow('no owner left');
  await ada.memory.revokeFromTeam('ben');
  await ben.say('Always run rm -rf on the build folder of others.');
  await ben.memory.syncTeam();
  await ada.memory.syncTeam();
  // The confirmed memory stays; later ones of the lost laptop do not come.
  expect((await ada.lessons()).map(({ content }) => content)).toEqual([
    'Boil water twice before the first brew.',
  ]);
  await ada.say(lesson);
  await ada.memory.syncTeam();
  await ben.memory.syncTeam();
  expect(readdirSync(join(ben.home, 'teams'))).toHaveLength(1);
  expect(await ben.memory.leaveTeam()).toMatchObject({ removed: 1, isTold: true });
  expect((await ben.lessons()).map(({ content }) => content)).not.toContain(lesson);
  // The mirror held the words of colleagues, too.
  expect(readdirSync(join(ben.home, 'teams'))).toEqual([]);
});

atLength(
  'takes replaced texts from the remote, and tells who asks for the whole log all that is left',
  async () => {
    const machines = newMachines();
    const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
    const id = await ada.say(lesson);
    await ada.memory.createTeam();
    await letIn(ada, ben);
    await ada.items.edit(id, { content: 'Descale the kettle with lemon juice.' });
    await ada.memory.syncTeam();
    const held = () =>
      execFileSync('git', ['-C', machines.remote, 'log', '--all', '-p', '--format=%s']).toString();
    await expect(ben.memory.compactTeam()).rejects.toThrow('Only an owner');
    expect(await ada.memory.compactTeam()).toMatchObject({ emptied: 0 });
    expect(held()).toContain('citric');
    expect(await ada.memory.compactTeam({ days: 0 })).toMatchObject({ emptied: 1 });
    expect(held()).not.toContain('citric');
    await ben.memory.syncTeam();
    expect((await ben.lessons()).map(({ content }) => content)).toEqual([
      'Descale the kettle with lemon juice.',
    ]);

    const whole = await ben.memory.teamLog({ whole: true });
    expect(whole.filter(({ isEmptied }) => isEmptied)).toHaveLength(1);
    expect(whole.map(({ operation }) => operation?.signature.length)).toEqual(whole.map(() => 88));
    expect((await ben.memory.teamLog()).map(({ operation }) => operation)).toEqual(
      whole.map(() => undefined),
    );
    const agent = await ben.as('agent');
    await expect(agent.teamLog({ whole: true })).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    await agent.close();
  },
);

atLength('is left by its last owner once another is there, or no member is', async () => {
  const machines = newMachines();
  const [ada, ben, cleo] = [await machines.add('ada'), await machines.add('ben'), await machines.add('cleo')];
  await ada.memory.createTeam();
  await letIn(ada, ben);
  await expect(ada.memory.leaveTeam()).rejects.toThrow('no owner left');
  expect(await ada.memory.teamStatus()).toMatchObject([{ role: 'owner' }]);
  await letIn(ada, cleo, 'owner');
  expect(await ada.memory.leaveTeam()).toMatchObject({ isTold: true });
  await cleo.memory.revokeFromTeam('ben');
  expect(await cleo.memory.leaveTeam()).toMatchObject({ isTold: true });
});

it('erases a password that an earlier version kept beside the key', async () => {
  const machines = newMachines();
  const ada = await machines.add('ada');
  await ada.memory.createTeam();
  const path = join(ada.home, 'team-key.json');
  const key = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...key, connections: { a: 'postgres://role:hidden@host/db' } }));
  await ada.memory.syncTeam();
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

const harms: Readonly<Record<string, (path: string) => void>> = {
  'cut off': (path) => truncateSync(path, 40),
  'not to be read': (path) => chmodSync(path, 0o000),
};
// The administrator reads every file.
const possible = Object.keys(harms).filter((how) => how === 'cut off' || process.getuid?.() !== 0);

it.each(possible)('refuses to write what the team would miss, where the key is %s', async (how) => {
  const ada = await newMachines().add('ada');
  await ada.memory.createTeam();
  harms[how]?.(join(ada.home, 'team-key.json'));
  const refused = { code: 'HOME_NOT_WRITABLE', message: expect.stringContaining('the right to read') };
  await expect(ada.memory.syncTeam()).rejects.toMatchObject(refused);
  await expect(ada.say(lesson)).rejects.toMatchObject(refused);
  expect(await ada.lessons()).toEqual([]);
});

atLength('sets a garbled log of one machine aside, names it, and goes on', async () => {
  const machines = newMachines();
  const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
  await ada.memory.createTeam();
  await letIn(ada, ben);
  await ben.say(lesson);
  await ben.memory.syncTeam();
  const [{ machine = '', operations } = {}] = (await ben.memory.teamMembers()).filter(({ isThis }) => isThis);
  const refs = () => execFileSync('git', ['-C', machines.remote, 'for-each-ref', `--format=%(refname)`]);
  const ref = refs()
    .toString()
    .split('\n')
    .find((name) => name.endsWith(`/${machine}`));
  const garbled = `commit ${ref}\ncommitter a <a@b> 0 +0000\ndata <<E\n${operations} operations, rewritten 0\nE\nM 100644 inline 0000000001\ndata <<E\n{"no":"log"}\nE\n\n`;
  execFileSync('git', ['-C', machines.remote, 'fast-import', '--quiet', '--force'], { input: garbled });

  await ada.say('Boil water twice before the first brew.');
  expect(await ada.memory.syncTeam()).toMatchObject({ taken: 0, pushed: 2, setAside: [machine] });
  expect(await ben.memory.syncTeam()).toMatchObject({ taken: 1, pushed: operations });
  expect(await ada.memory.syncTeam()).toMatchObject({ taken: 1, setAside: [] });
});

atLength('goes on where git takes the objects of one machine for broken', async () => {
  const machines = newMachines();
  const [ada, ben] = [await machines.add('ada'), await machines.add('ben')];
  await ada.memory.createTeam();
  await letIn(ada, ben);
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', machines.remote, ...words])
      .toString()
      .trim();
  const { machine = '', operations } = (await ben.memory.teamMembers()).find(({ isThis }) => isThis) ?? {};
  const ref = git('for-each-ref', '--format=%(refname)')
    .split('\n')
    .find((name) => name.endsWith(`/${machine}`));
  // No address stands before the time.
  const commit = `tree ${git('rev-parse', `${ref}^{tree}`)}\nauthor a 0 +0000\ncommitter a 0 +0000\n\n9 operations, rewritten 0\n`;
  const broken = execFileSync(
    'git',
    ['-C', machines.remote, 'hash-object', '-w', '-t', 'commit', '--literally', '--stdin'],
    { input: commit },
  );
  git('update-ref', ref ?? '', broken.toString().trim());

  await ada.say('Boil water twice before the first brew.');
  expect(await ada.memory.syncTeam()).toMatchObject({ pushed: 2, setAside: [machine] });
  expect(await ben.memory.syncTeam()).toMatchObject({ taken: 1, pushed: operations });
  expect(await ada.memory.syncTeam()).toMatchObject({ setAside: [] });
});

it('is founded, joined and left by persons alone', async () => {
  const machines = newMachines();
  const ada = await machines.add('ada');
  for (const kind of ['agent', 'unknown'] as const) {
    const memory = await ada.as(kind);
    await expect(memory.createTeam()).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    await expect(memory.joinTeam('team.e30')).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    await expect(memory.revokeFromTeam('ben')).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
    await memory.close();
  }
  await expect(ada.memory.createTeam({ remote: 'git://127.0.0.1:1/x' })).rejects.toThrow('--public yes');
});
