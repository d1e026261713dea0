import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openGitTeamHub } from '../../../src/adapters/git/open-git-team-hub.ts';
import { exampleTeam, writingMachine } from '../../fakes/team-operations.ts';
import { describeTeamHub } from './team-hub-contract.ts';

function newRemote(layout: 'refs' | 'branches') {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-hub-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const url = join(folder, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', url]);
  let clones = 0;
  return {
    url,
    open: (mostFileBytes?: number) =>
      openGitTeamHub({
        ...{ executable: 'git', url, team: exampleTeam, layout, mostFileBytes },
        directory: join(folder, `mirror-${clones++}.git`),
      }),
  };
}

describeTeamHub('git, in refs', async () => newRemote('refs'));

it('keeps a team in branches below afterwit/ where a host takes no other refs', async () => {
  const { url, open } = newRemote('branches');
  const [ours, theirs] = [await open(), await open()];
  const machine = writingMachine();
  const pushed = [machine.write(), machine.write({ kind: 'forget', body: {} })];
  expect(await ours.push(pushed)).toEqual({ kind: 'stored', held: 2 });
  expect(await theirs.pull({ after: undefined, limit: 9 })).toMatchObject({
    operations: pushed,
    isAll: true,
  });
  const refs = execFileSync('git', ['-C', url, 'for-each-ref', '--format=%(refname)']).toString().trim();
  expect(refs).toBe(`refs/heads/afterwit/${exampleTeam}/${machine.machine}`);
});

it('says what to do where a killed git left its lock at the remote, and goes on once it is gone', async () => {
  const { url, open } = newRemote('refs');
  const hub = await open();
  const machine = writingMachine();
  const first = machine.write();
  await hub.push([first]);
  const ref = execFileSync('git', ['-C', url, 'for-each-ref', '--format=%(refname)']).toString().trim();
  const lock = join(url, `${ref}.lock`);
  writeFileSync(lock, '');
  const next = machine.write();
  await expect(hub.push([next])).rejects.toMatchObject({
    code: 'TEAM_UNREACHABLE',
    message: expect.stringContaining('end in .lock'),
  });
  rmSync(lock);
  expect(await hub.push([next])).toEqual({ kind: 'stored', held: 2 });
});

it('passes over a log whose file is longer than operations can be', async () => {
  const { open } = newRemote('refs');
  const [hub, reading] = [await open(), await open(9_000)];
  const [long, short] = [writingMachine(), writingMachine()];
  const operation = short.write();
  await hub.push([operation]);
  await hub.push([long.write({ body: { item: { content: 'x'.repeat(9_000) } } })]);
  expect(await reading.pull({ after: undefined, limit: 9 })).toMatchObject({
    operations: [operation],
    isAll: true,
    setAside: [long.machine],
  });
});

it('writes the log of a machine anew where another wrote in its name', async () => {
  const { open } = newRemote('refs');
  const hub = await open();
  const machine = writingMachine();
  const [first, second] = [machine.write(), machine.write()];
  await hub.push([first, { ...first, seq: 2 }]);
  expect(await hub.push([first, second])).toEqual({ kind: 'forked', seq: 2 });
  expect(await hub.push([first, second], { isAnew: true })).toEqual({ kind: 'stored', held: 2 });
  expect(await hub.pull({ after: undefined, limit: 9 })).toMatchObject({ operations: [first, second] });
});
