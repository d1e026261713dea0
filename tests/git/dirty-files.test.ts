import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodePath } from '../../src/text/path-encoding.ts';
import {
  buildRepository,
  cloneRepository,
  plainGitEnvironment,
  repositoryAt,
  type TestRepository,
  temporaryFolder,
} from './build-repository.ts';
import { buildHostileRepository } from './hostile-repository.ts';
import { openReader } from './open-reader.ts';

const keepBytes = 1_000;
const onPosix = test.runIf(process.platform !== 'win32');

/** Dirty files as `state path`. */
async function dirtyIn(repository: TestRepository | string): Promise<readonly string[]> {
  const reader = await openReader(repository);
  return (await reader.listDirtyFiles(keepBytes)).map(({ state, path }) => `${state} ${path}`);
}

function write(repository: TestRepository, name: string, content: string | Buffer): void {
  writeFileSync(join(repository.path, name), content);
}

/** Makes the file look older than the index and other than git noted it, so that only its content can tell. */
function touch(repository: TestRepository, name: string): void {
  utimesSync(join(repository.path, name), 1_600_000_000, 1_600_000_000);
}

test('a clean tree has no dirty files, nor do untracked ones count', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n', 'sub/b': '2\n' });
  write(repository, 'untracked', 'x');
  expect(await dirtyIn(repository)).toEqual([]);
});

test('only files that are asked about are looked at', async () => {
  const repository = buildRepository();
  repository.commit('one', { 'a.ts': '1\n', 'b.po': '1\n', 'c.po': '1\n', 'd.ts': '1\n' });
  for (const name of ['a.ts', 'b.po']) write(repository, name, '2\n');
  repository.git('rm', '-q', 'c.po', 'd.ts');
  const concerns = (path: string) => path.endsWith('.ts');
  const files = await (await openReader(repository)).listDirtyFiles(keepBytes, { concerns });
  expect(files.map(({ path }) => path)).toEqual(['a.ts', 'd.ts']);
});

test('a modified file has the blob id git gives it, and the beginning of its content', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n', b: '1\n' });
  write(repository, 'a', 'x'.repeat(3_000));
  const [file, ...rest] = await (await openReader(repository)).listDirtyFiles(keepBytes);
  expect(rest).toEqual([]);
  expect(file).toMatchObject({ path: 'a', state: 'modified', blobId: repository.git('hash-object', 'a') });
  expect(Buffer.from(file?.bytes ?? []).toString()).toBe('x'.repeat(keepBytes));
});

test('a change of the same length and time as the index is seen', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n', b: '1\n' });
  const files = ['a', 'b'].map((name) => join(repository.path, name));
  const seconds = 1_700_000_000.5;
  for (const file of files) utimesSync(file, seconds, seconds);
  repository.git('update-index', '--refresh');
  for (const file of files) writeFileSync(file, '2\n');
  utimesSync(join(repository.path, 'a'), seconds, seconds);
  utimesSync(join(repository.path, 'b'), seconds + 1, seconds + 1);
  // Written later than `a`, which therefore counts as untouched, as it does for git.
  expect(await dirtyIn(repository)).toEqual(['modified b']);
  utimesSync(join(repository.path, '.git/index'), seconds, seconds);
  expect(await dirtyIn(repository)).toEqual(['modified a', 'modified b']);
});

test('staged, added, deleted and removed files are dirty; only a staged new file is one', async () => {
  const repository = buildRepository();
  const names = ['deleted', 'forgotten', 'moved', 'removed', 'staged', 'sub/deep/deleted'];
  repository.commit('one', Object.fromEntries(names.map((name) => [name, `${name}\n`])));
  write(repository, 'staged', 'other\n');
  write(repository, 'added', 'new\n');
  write(repository, 'vanished', 'new\n');
  write(repository, 'intended', 'new\n');
  repository.git('add', 'staged', 'added', 'vanished');
  repository.git('add', '--intent-to-add', 'intended');
  repository.git('rm', '-q', 'removed');
  repository.git('rm', '-q', '--cached', 'forgotten');
  repository.git('mv', 'moved', 'here');
  for (const name of ['deleted', 'vanished', 'sub']) {
    rmSync(join(repository.path, name), { recursive: true });
  }
  const files = await (await openReader(repository)).listDirtyFiles(keepBytes);
  expect(files.map(({ state, path }) => `${state} ${path}`)).toEqual([
    'added added',
    'deleted deleted',
    'deleted forgotten',
    'added here',
    'added intended',
    'deleted moved',
    'deleted removed',
    'modified staged',
    'deleted sub/deep/deleted',
  ]);
  for (const { path, state, blobId, bytes } of files) {
    expect(blobId).toBe(state === 'deleted' ? undefined : repository.git('hash-object', path));
    expect(bytes === undefined).toBe(state === 'deleted');
  }
});

test('in a repository without commits everything staged is added', async () => {
  const repository = buildRepository();
  expect(await dirtyIn(repository)).toEqual([]);
  write(repository, 'a', '1\n');
  repository.git('add', 'a');
  expect(await dirtyIn(repository)).toEqual(['added a']);
});

test('a file that was only touched, or made executable, is clean', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n', b: '1\n' });
  touch(repository, 'a');
  chmodSync(join(repository.path, 'b'), 0o755);
  repository.git('add', 'b');
  expect(await dirtyIn(repository)).toEqual([]);
});

test('a checkout with CRLF is clean, an edited one is dirty', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n2\n', b: '1\n2\n' });
  write(repository, 'a', '1\r\n2\r\n');
  write(repository, 'b', '1\r\n3\r\n');
  expect(await dirtyIn(repository)).toEqual(['modified b']);
});

test('files of an unfinished merge are dirty, each once', async () => {
  const repository = buildRepository();
  repository.commit('base', { both: '0\n', theirs: '0\n' });
  repository.git('checkout', '-q', '-b', 'side');
  repository.commit('side', { both: '1\n', theirs: '1\n', new: '1\n' });
  repository.git('checkout', '-q', 'main');
  repository.commit('main', { both: '2\n', theirs: null, new: '2\n' });
  expect(() => repository.git('merge', '-q', 'side')).toThrow();
  expect(await dirtyIn(repository)).toEqual(['modified both', 'modified new', 'added theirs']);
});

onPosix('paths may hold bytes that are no text, line breaks, tabs and quotes', async () => {
  const repository = buildRepository();
  const names = [
    Buffer.from([0x61, 0xff, 0x62]),
    Buffer.from('line\nbreak\t"x"'),
    Buffer.from('  mtime: 1:1'),
  ];
  const files = names.map((name) => Buffer.concat([Buffer.from(`${repository.path}/`), name]));
  for (const file of files) writeFileSync(file, '1\n');
  repository.commit('one');
  expect(await dirtyIn(repository)).toEqual([]);
  for (const file of files) writeFileSync(file, 'changed\n');
  const found = await (await openReader(repository)).listDirtyFiles(keepBytes);
  expect(found.map(({ path }) => path).sort()).toEqual(names.map((name) => decodePath(name)).sort());
});

onPosix('links, pipes and folders in place of a file are skipped', async () => {
  const repository = buildRepository();
  const outside = join(temporaryFolder(), 'secret');
  writeFileSync(outside, 'secret\n');
  repository.commit('one', { file: '1\n', link: '1\n', pipe: '1\n', folder: '1\n' });
  symlinkSync('file', join(repository.path, 'tracked-link'));
  repository.commit('two');
  for (const name of ['link', 'pipe', 'folder', 'tracked-link']) rmSync(join(repository.path, name));
  symlinkSync(outside, join(repository.path, 'link'));
  symlinkSync(outside, join(repository.path, 'tracked-link'));
  execFileSync('mkfifo', [join(repository.path, 'pipe')]);
  mkdirSync(join(repository.path, 'folder'));
  // Reading the pipe would block until the test times out.
  expect(await dirtyIn(repository)).toEqual([]);
});

onPosix('a folder that became a link, to outside or inside, is not entered', async () => {
  const repository = buildRepository();
  repository.commit('one', { 'a/deep/file': '1\n', 'b/file': '1\n', 'c/file': '1\n' });
  const outside = temporaryFolder();
  mkdirSync(join(outside, 'deep'));
  writeFileSync(join(outside, 'deep/file'), 'secret\n');
  rmSync(join(repository.path, 'a'), { recursive: true });
  symlinkSync(outside, join(repository.path, 'a'));
  renameSync(join(repository.path, 'b'), join(repository.path, 'elsewhere'));
  symlinkSync('elsewhere', join(repository.path, 'b'));
  writeFileSync(join(repository.path, 'elsewhere/file'), 'changed\n');
  // A file in place of a folder: what was below it is gone.
  rmSync(join(repository.path, 'c'), { recursive: true });
  write(repository, 'c', 'x');
  expect(await dirtyIn(repository)).toEqual(['deleted c/file']);
});

onPosix('an index that names paths outside the tree, or of the git directory, leads nowhere', async () => {
  const repository = buildRepository();
  repository.commit('one', { z: '1\n' });
  writeFileSync(join(repository.path, '../outside'), 'secret\n');
  for (const folder of ['sub/.git', 'sub/GIT~1']) {
    mkdirSync(join(repository.path, folder), { recursive: true });
    writeFileSync(join(repository.path, folder, 'config'), 'secret\n');
  }
  const blob = repository.git('rev-parse', 'HEAD:z');
  // Git adds none of these, so each goes in as a name of the same length, in the order git sorts them.
  const forged = [
    ...['../outside', '.GIT/config', '.git/config', '/etc/hosts'],
    ...['sub/../../outside', 'sub/.git/config', 'sub/GIT~1/config'],
  ];
  const disguised = forged.map((path, position) => String(position).repeat(path.length));
  const added = disguised.map((path) => `100644 ${blob}\t${path}\n`).join('');
  repository.gitWith(added, 'update-index', '--add', '--index-info');
  const file = join(repository.path, '.git/index');
  let index = readFileSync(file, 'latin1');
  for (const [position, path] of forged.entries()) index = index.replace(disguised[position] ?? '', path);
  const body = Buffer.from(index, 'latin1').subarray(0, -20);
  writeFileSync(file, Buffer.concat([body, createHash('sha1').update(body).digest()]));
  for (const path of forged) expect(repository.git('ls-files', '-s')).toContain(`\t${path}`);
  expect(await dirtyIn(repository)).toEqual([]);
});

onPosix('nothing a repository names is run', async () => {
  const hostile = buildHostileRepository();
  hostile.firedCanaries();
  const reader = await openReader(hostile.repository);
  const index = join(hostile.repository.path, '.git/index');
  const before = readFileSync(index);
  // Files git would have to filter: one that only looks changed, and those that are.
  touch(hostile.repository, 'f');
  const files = await reader.listDirtyFiles(keepBytes);
  expect(files.map(({ path }) => path)).toEqual(['a.bin', 'c.flt', 'd.prc']);
  expect(hostile.firedCanaries()).toEqual([]);
  expect(readFileSync(index)).toEqual(before);
  // The same question, put to git itself.
  for (const command of ['status', 'diff']) {
    spawnSync('git', [command], {
      cwd: hostile.repository.path,
      env: plainGitEnvironment(),
      timeout: 120_000,
    });
  }
  expect(hostile.firedCanaries()).toEqual(
    expect.arrayContaining(['core.fsmonitor', 'filter.evil.clean', 'filter.proc.process']),
  );
});

test('a bare repository has no dirty files', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n' });
  expect(await dirtyIn(cloneRepository(repository, '--bare'))).toEqual([]);
  rmSync(join(repository.path, 'a'));
  expect(await dirtyIn(join(repository.path, '.git'))).toEqual(['deleted a']);
});

test('each worktree has its own index and its own dirty files', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n', b: '1\n' });
  const path = join(temporaryFolder(), 'linked');
  repository.git('worktree', 'add', '-q', '-b', 'linked', path);
  const linked = repositoryAt(path);
  write(linked, 'a', 'changed\n');
  linked.git('add', 'a');
  write(repository, 'b', 'changed\n');
  expect(await dirtyIn(linked)).toEqual(['modified a']);
  expect(await dirtyIn(repository)).toEqual(['modified b']);
});

test('submodules are none of it', async () => {
  const inner = buildRepository();
  inner.commit('inner', { a: '1\n' });
  const repository = buildRepository();
  repository.commit('one', { b: '1\n' });
  repository.git('submodule', '--quiet', 'add', inner.path, 'sub');
  repository.commit('two');
  writeFileSync(join(repository.path, 'sub/a'), 'changed\n');
  repositoryAt(join(repository.path, 'sub')).commit('moved on');
  expect(await dirtyIn(repository)).toEqual([]);
  rmSync(join(repository.path, 'sub'), { recursive: true });
  expect(await dirtyIn(repository)).toEqual([]);
});

test('a file outside of a sparse checkout does not count as deleted', async () => {
  const repository = buildRepository();
  repository.commit('one', { 'in/a': '1\n', 'out/b': '1\n', 'out/deep/c': '1\n' });
  repository.git('sparse-checkout', 'set', '--cone', '--sparse-index', 'in');
  expect(repository.git('ls-files', '--sparse')).toContain('out/\n'.trimEnd());
  expect(await dirtyIn(repository)).toEqual([]);
  write(repository, 'in/a', 'changed\n');
  expect(await dirtyIn(repository)).toEqual(['modified in/a']);
});

test('a SHA-256 repository has SHA-256 ids', async () => {
  const repository = buildRepository({ init: ['--object-format=sha256'] });
  repository.commit('one', { a: '1\n', b: '1\n' });
  touch(repository, 'b');
  write(repository, 'a', 'changed\n');
  const files = await (await openReader(repository)).listDirtyFiles(keepBytes);
  expect(files).toMatchObject([{ path: 'a', blobId: repository.git('hash-object', 'a') }]);
});

test('a file too large to be hashed is dirty by its size or its time, and without content', async () => {
  const repository = buildRepository();
  const large = Buffer.alloc(17_000_000);
  repository.commit('one', { grown: large, touched: large });
  appendFileSync(join(repository.path, 'grown'), 'x');
  touch(repository, 'touched');
  const files = await (await openReader(repository)).listDirtyFiles(keepBytes);
  expect(files).toEqual(['grown', 'touched'].map((path) => ({ path, state: 'modified' })));
});

test('a clone without trees still tells what differs from the index', async () => {
  const source = buildRepository();
  source.commit('one', { a: '1\n', b: '1\n' });
  const clone = cloneRepository(source);
  write(clone, 'a', 'changed\n');
  rmSync(join(clone.path, '.git/objects'), { recursive: true });
  for (const name of ['info', 'pack']) mkdirSync(join(clone.path, '.git/objects', name), { recursive: true });
  expect(await dirtyIn(clone)).toEqual(['modified a']);
});

onPosix('an index that cannot be read has nothing to tell', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n' });
  rmSync(join(repository.path, 'a'));
  const index = join(repository.path, '.git/index');
  expect(await dirtyIn(repository)).toEqual(['deleted a']);
  truncateSync(index, 20);
  expect(await dirtyIn(repository)).toEqual([]);
  rmSync(index);
  expect(await dirtyIn(repository)).toEqual([]);
  execFileSync('mkfifo', [index]);
  expect(await dirtyIn(repository)).toEqual([]);
});

onPosix('the shared part of a split index is read, if git can, and never written or waited for', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n' });
  repository.git('update-index', '--split-index');
  rmSync(join(repository.path, 'a'));
  const folder = join(repository.path, '.git');
  const shared = join(folder, readdirSync(folder).find((name) => name.startsWith('sharedindex.')) ?? '');
  utimesSync(shared, 1_600_000_000, 1_600_000_000);
  expect([[], ['deleted a']]).toContainEqual(await dirtyIn(repository));
  expect(lstatSync(shared).mtimeMs).toBe(1_600_000_000_000);
  rmSync(shared);
  execFileSync('mkfifo', [shared]);
  expect(await dirtyIn(repository)).toEqual([]);
});

test('a signal that is aborted stops it', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n' });
  const reader = await openReader(repository);
  await expect(reader.listDirtyFiles(keepBytes, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'INTERRUPTED',
  });
});
