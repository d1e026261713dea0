import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as anywhere, expect } from 'vitest';
import { runAfterwit } from '../doors/afterwit-command.ts';
import { newHome, open } from '../doors/open-library.ts';
import { buildRepository } from '../git/build-repository.ts';

/** Windows has no such rights: there, the profile keeps others out. */
const test = anywhere.skipIf(process.platform === 'win32');

/** Files that other users may read, in a folder and itself. */
function openToOthers(path: string): readonly string[] {
  const stats = lstatSync(path);
  const own = (stats.mode & 0o077) === 0 ? [] : [`${path} ${(stats.mode & 0o777).toString(8)}`];
  const inner = stats.isDirectory()
    ? readdirSync(path).flatMap((name) => openToOthers(join(path, name)))
    : [];
  return [...own, ...inner];
}

function openUp(path: string): void {
  const isFolder = lstatSync(path).isDirectory();
  chmodSync(path, isFolder ? 0o755 : 0o644);
  if (isFolder) for (const name of readdirSync(path)) openUp(join(path, name));
}

/** Makes everything there is in a home: memory, backup, index, shim, log, a copy. */
async function fill(): Promise<{ readonly home: string; readonly path: string }> {
  const { path, commit } = buildRepository();
  commit('A first whistle', { 'whistle.js': 'export const whistle = 1;\n' });
  writeFileSync(join(path, 'afterwit.config.json'), '{bad json');
  const home = newHome();
  const memory = await open(path, home);
  await memory.remember({ content: 'Run npm run build first.' });
  await memory.index();
  expect(openToOthers(home)).toEqual([]);
  await memory.close();
  await runAfterwit(['backup'], { cwd: path, home });
  return { home, path };
}

test('no other user may look into a home', async () => {
  const { home } = await fill();
  expect(readdirSync(home)).toEqual(
    expect.arrayContaining([
      'backups',
      'git-shim',
      'index',
      'memory.db',
      'memory.db.backup',
      'memory.db.lock',
    ]),
  );
  expect(openToOthers(home)).toEqual([]);
});

test('a home that others could look into is closed when it is opened, by every door', async () => {
  const { home, path } = await fill();
  for (const words of [['hotspots'], ['list']]) {
    openUp(home);
    expect(openToOthers(home)).not.toEqual([]);
    await runAfterwit(words, { cwd: path, home });
    expect(openToOthers(home)).toEqual([]);
  }
});

test('a folder that holds something else keeps its rights, and what is ours in it does not', async () => {
  const { home, path } = await fill();
  mkdirSync(join(home, 'photos'));
  openUp(home);
  await runAfterwit(['list'], { cwd: path, home });
  expect(openToOthers(home)).toEqual([`${home} 755`, `${join(home, 'photos')} 755`]);
});
