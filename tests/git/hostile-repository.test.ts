import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGitReader } from '../../src/adapters/git/open-git-reader.ts';
import type { GitReader } from '../../src/ports/git-reader.ts';
import { times } from '../effort.ts';
import { plainGitEnvironment, temporaryFolder } from './build-repository.ts';
import { buildHostileRepository, hostileVectors, makePartial } from './hostile-repository.ts';
import { collect, headOf, openReader } from './open-reader.ts';

const limits = { fileBytes: 10_000, totalBytes: 100_000 };

test.runIf(process.platform !== 'win32')('nothing a repository names is run, by any method', async () => {
  const hostile = buildHostileRepository();
  hostile.firedCanaries();
  const before = stateOf(hostile.repository.path);
  const reader = await openReader(hostile.repository);
  expect(await useEverything(reader)).toMatchObject({ commits: 4, unreadable: 0, patchFiles: 2 });
  expect(hostile.firedCanaries()).toEqual([]);
  expect(stateOf(hostile.repository.path)).toEqual(before);
  expect(existsSync(join(hostile.repository.path, 'pwn'))).toBe(false);
});

/** One repository per place, since one place may stop git before it reaches the others. */
test.runIf(process.platform !== 'win32')('nothing is run where one place alone names a program', async () => {
  const step = Math.ceil(hostileVectors.length / times(hostileVectors.length));
  for (const vector of hostileVectors.filter((_, at) => at % step === 0)) {
    const hostile = buildHostileRepository([vector]);
    hostile.firedCanaries();
    await useEverything(await openReader(hostile.repository));
    expect(hostile.firedCanaries(), vector).toEqual([]);
  }
});

test.runIf(process.platform !== 'win32')('nothing is fetched for what a partial clone lacks', async () => {
  const hostile = buildHostileRepository();
  makePartial(hostile);
  hostile.firedCanaries();
  const reader = await openReader(hostile.repository);
  expect(await useEverything(reader)).toMatchObject({ commits: 4 });
  expect(hostile.firedCanaries()).toEqual([]);
});

test.runIf(process.platform !== 'win32')(
  'a ref to a missing commit does not make discovery fetch it',
  async () => {
    const hostile = buildHostileRepository();
    makePartial(hostile);
    hostile.repository.git('pack-refs', '--all');
    const lost = hostile.repository.id('HEAD');
    rmSync(hostile.repository.objectFile(lost));
    hostile.firedCanaries();
    const reader = await openReader(hostile.repository);
    expect(reader.location.head).toBe(lost);
    for (const revision of ['HEAD', 'main', 'v1', lost, lost.slice(0, 8), 'HEAD~1']) {
      await expect(reader.resolveCommit(revision)).rejects.toMatchObject({ code: 'COMMIT_NOT_FOUND' });
    }
    expect(hostile.firedCanaries()).toEqual([]);
  },
);

/** Without this the tests above could pass because the canaries are dead. */
test.runIf(process.platform !== 'win32')('plain git does run them', () => {
  const hostile = buildHostileRepository();
  hostile.firedCanaries();
  const plain = (...args: readonly string[]): void => {
    spawnSync('git', args, { cwd: hostile.repository.path, env: plainGitEnvironment(), timeout: 120_000 });
  };
  plain('status');
  plain('diff');
  plain('log', '-p', '--no-ext-diff', '--textconv', 'main');
  plain('--no-replace-objects', 'log', '-1', 'HEAD~1');
  plain('log', '-p', '--ext-diff', 'main');
  plain('checkout', '-f', 'HEAD~2');
  plain('update-ref', 'refs/heads/another', 'HEAD');
  expect(hostile.firedCanaries()).toEqual(
    expect.arrayContaining([
      ...[
        'core.fsmonitor',
        'diff.drv.command',
        'diff.evil.textconv',
        'filter.evil.clean',
        'filter.evil.smudge',
      ],
      ...['filter.proc.process', 'gpg.program', 'hooksPath.reference-transaction', 'include'],
    ]),
  );
  makePartial(hostile);
  hostile.firedCanaries();
  plain('cat-file', '-p', 'main:a.bin');
  plain('log', '-p', 'main');
  expect(hostile.firedCanaries()).toContain('ext');
});

/** Every method of the reader, on every commit. */
async function useEverything(reader: GitReader) {
  await reader.listDirtyFiles(1_000);
  const { ids } = await reader.listCommits({ tips: headOf(reader), known: [] });
  const records = await collect(reader.readCommits(ids));
  const known = await reader.listCommits({ tips: headOf(reader), known: ids.slice(0, 1) });
  for (const revision of [
    'HEAD',
    'HEAD~1',
    'main',
    'v1',
    ';touch$IFS$1pwn',
    'origin/main',
    ids[0] ?? '',
    (ids[0] ?? '').slice(0, 6),
  ]) {
    await reader.resolveCommit(revision).catch(() => undefined);
  }
  const patches = await Promise.all(ids.map((id) => reader.readPatch(id, limits).catch(() => undefined)));
  await Promise.all(ids.map((id) => reader.listTree(id).catch(() => undefined)));
  await reader.gatherEvidence();
  await reader.refresh();
  return {
    commits: records.length,
    unreadable: records.filter(({ unreadable }) => unreadable !== undefined).length,
    known: known.ids.length,
    patchFiles: patches.at(-1)?.files.length,
  };
}

/** Names, sizes and times of everything in a folder: reading must not write. */
function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}

test('a folder of the reader holds nothing of the repository', async () => {
  const hostile = buildHostileRepository();
  const shimDirectory = join(temporaryFolder(), 'shim');
  await useEverything(await openGitReader(hostile.repository.path, { shimDirectory }));
  expect(readdirSync(shimDirectory, { recursive: true }).sort()).toEqual([
    'sha1',
    ...['HEAD', 'config', 'objects', 'refs'].map((name) => join('sha1', name)),
  ]);
});
