import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openGitReader } from '../../src/adapters/git/open-git-reader.ts';
import { buildRepository, repositoryAt, runGit, temporaryFolder } from './build-repository.ts';
import { openReader, readHistory } from './open-reader.ts';

test('a clone is found from any folder or file within it', async () => {
  const repository = buildRepository();
  const head = repository.commit('one', { 'deep/down/file': 'x' });
  for (const inside of ['', 'deep/down', 'deep/down/file', '.git', '.git/hooks']) {
    const { location } = await openReader(join(repository.path, inside));
    expect(location).toEqual({
      requestedPath: join(repository.path, inside),
      worktree: repository.path,
      gitDirectory: join(repository.path, '.git'),
      commonDirectory: join(repository.path, '.git'),
      identityDirectory: join(repository.path, '.git'),
      objectFormat: 'sha1',
      bare: false,
      shallow: false,
      partial: false,
      head,
      branch: 'main',
    });
  }
});

test('folder names with line breaks, quotes, colons and spaces change nothing', async () => {
  const path = join(temporaryFolder(), ':odd\nna"me\\ \t:x', 'repo\n');
  const repository = buildRepository({ path });
  const id = repository.commit('one', { a: 'x' });
  const reader = await openReader(path);
  expect(reader.location).toMatchObject({ worktree: path, head: id });
  expect(await readHistory(reader)).toMatchObject([{ id, message: 'one', changes: [{ path: 'a' }] }]);
  expect(await reader.gatherEvidence()).toContainEqual({ kind: 'path', value: join(path, '.git') });
});

test('an empty repository has a branch and no head', async () => {
  const repository = buildRepository();
  const reader = await openReader(repository);
  expect(reader.location).toMatchObject({ branch: 'main', bare: false });
  expect(reader.location).not.toHaveProperty('head');
  await expect(reader.resolveCommit('HEAD')).rejects.toMatchObject({ code: 'EMPTY_REPOSITORY' });
  await expect(reader.resolveCommit('main')).rejects.toMatchObject({ code: 'COMMIT_NOT_FOUND' });
  expect(await reader.listCommits({ tips: [], known: [] })).toEqual({ ids: [], unreadable: [] });
  const head = repository.commit('born', { a: '1' });
  expect(await reader.refresh()).toMatchObject({ head, branch: 'main' });
  expect(reader.location.head).toBe(head);
});

test('a detached HEAD is on no branch', async () => {
  const repository = buildRepository();
  const first = repository.commit('one', { a: '1' });
  repository.commit('two', { a: '2' });
  repository.git('checkout', '-q', first);
  const { location } = await openReader(repository);
  expect(location.head).toBe(first);
  expect(location).not.toHaveProperty('branch');
});

test('a worktree has a HEAD of its own and shares the clone', async () => {
  const repository = buildRepository();
  const first = repository.commit('one', { a: '1' });
  repository.commit('two', { a: '2' });
  const path = join(temporaryFolder(), 'tree');
  repository.git('worktree', 'add', '-q', '-b', 'elsewhere', path, first);
  const reader = await openReader(path);
  expect(reader.location).toMatchObject({
    worktree: path,
    gitDirectory: join(repository.path, '.git/worktrees/tree'),
    commonDirectory: join(repository.path, '.git'),
    identityDirectory: join(repository.path, '.git'),
    head: first,
    branch: 'elsewhere',
    bare: false,
  });
  expect(await reader.resolveCommit('main')).toBe(repository.id('main'));
});

test('a submodule is a repository of its own', async () => {
  const inner = buildRepository();
  const head = inner.commit('inner', { i: '1' });
  const repository = buildRepository();
  repository.git('submodule', '--quiet', 'add', inner.path, 'sub');
  const reader = await openReader(join(repository.path, 'sub'));
  expect(reader.location).toMatchObject({
    worktree: join(repository.path, 'sub'),
    commonDirectory: join(repository.path, '.git/modules/sub'),
    identityDirectory: join(repository.path, '.git/modules/sub'),
    head,
  });
  expect(await readHistory(reader)).toMatchObject([{ message: 'inner' }]);
});

test('a bare repository is taken when it is named, also without a config, and not from within', async () => {
  const source = buildRepository();
  const head = source.commit('one', { a: '1' });
  const path = join(temporaryFolder(), 'mirror');
  runGit(temporaryFolder(), ['clone', '-q', '--mirror', source.path, path]);
  expect((await openReader(path)).location).toMatchObject({ bare: true, gitDirectory: path, head });
  rmSync(join(path, 'config'));
  const reader = await openReader(path);
  expect(reader.location).toMatchObject({ bare: true, gitDirectory: path, head, branch: 'main' });
  expect(reader.location).not.toHaveProperty('worktree');
  expect(await readHistory(reader)).toMatchObject([{ id: head }]);
  await expect(openReader(join(path, 'objects'))).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' });
});

test("files that look like a bare repository do not hide the clone's own .git", async () => {
  const repository = buildRepository();
  const head = repository.commit('decoy', { HEAD: 'ref: refs/heads/evil\n', 'objects/x': '', 'refs/x': '' });
  expect((await openReader(repository)).location).toMatchObject({ worktree: repository.path, head });
});

test('SHA-256 repositories are read like others', async () => {
  const repository = buildRepository({ init: ['--object-format=sha256'] });
  const first = repository.commit('one', { a: '1' });
  const second = repository.commit('two', { a: '2' });
  expect(first).toHaveLength(64);
  const reader = await openReader(repository);
  expect(reader.location).toMatchObject({ objectFormat: 'sha256', head: second });
  expect(await readHistory(reader)).toMatchObject([{ id: first }, { id: second, parents: [first] }]);
  expect(await reader.resolveCommit(second.slice(0, 10))).toBe(second);
  expect(await reader.listTree(second)).toMatchObject([{ path: 'a' }]);
  expect((await reader.readPatch(second, { fileBytes: 1_000, totalBytes: 1_000 })).files[0]?.text).toContain(
    '+2',
  );
});

test('a HEAD that is a symbolic link, a packed ref and a nested branch name are understood', async () => {
  const repository = buildRepository();
  repository.git('checkout', '-q', '-b', 'feature/deep/name');
  const head = repository.commit('one', { a: '1' });
  repository.git('pack-refs', '--all');
  expect((await openReader(repository)).location).toMatchObject({ head, branch: 'feature/deep/name' });
  repository.git('checkout', '-q', '-b', 'linked');
  rmSync(join(repository.path, '.git/HEAD'));
  symlinkSync('refs/heads/linked', join(repository.path, '.git/HEAD'));
  expect((await openReader(repository)).location).toMatchObject({ head, branch: 'linked' });
});

test('where there is no repository, that is said, and what to do', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  for (const path of [folder, join(folder, 'file'), join(folder, 'absent'), 'nul\0byte']) {
    await expect(openReader(path)).rejects.toMatchObject({
      code: 'NOT_A_REPOSITORY',
      message: expect.stringMatching(/Name a folder of a clone/),
    });
  }
});

test('an empty .git folder is passed over, a .git file that leads nowhere is told', async () => {
  const repository = buildRepository();
  repository.commit('one', { 'sub/a': '1' });
  mkdirSync(join(repository.path, 'sub/.git'));
  expect((await openReader(join(repository.path, 'sub'))).location.worktree).toBe(repository.path);
  rmSync(join(repository.path, 'sub/.git'), { recursive: true });
  writeFileSync(join(repository.path, 'sub/.git'), 'gitdir: ../nowhere\n');
  await expect(openReader(join(repository.path, 'sub'))).rejects.toMatchObject({
    code: 'UNREADABLE_REPOSITORY',
  });
});

test
  .runIf(process.platform !== 'win32')
  .each(['HEAD', 'packed-refs', 'config', 'shallow', 'objects/info/alternates'])(
  'a pipe in place of %s is refused at once',
  async (name) => {
    const repository = buildRepository();
    repository.commit('one', { a: '1' });
    rmSync(join(repository.path, '.git', name), { force: true });
    execFileSync('mkfifo', [join(repository.path, '.git', name)]);
    // Git would wait at it, and the error be GIT_TIMEOUT.
    await expect(openReader(repository)).rejects.toMatchObject({
      code: 'UNREADABLE_REPOSITORY',
      data: { path: join(repository.path, '.git', name) },
    });
  },
);

test.runIf(process.platform !== 'win32')(
  'a pipe among the refs ends in a timeout, and git is gone',
  async () => {
    const repository = buildRepository();
    repository.commit('one', { a: '1' });
    rmSync(join(repository.path, '.git/refs/heads/main'));
    execFileSync('mkfifo', [join(repository.path, '.git/refs/heads/main')]);
    // Ample for the commands before it, whose time is limited too.
    const limits = { timeoutMs: 5_000, idleMs: 60_000 };
    const opening = openGitReader(repository.path, { shimDirectory: temporaryFolder(), ...limits });
    await expect(opening).rejects.toMatchObject({
      code: 'GIT_TIMEOUT',
      data: { command: 'rev-parse', limitMs: limits.timeoutMs },
    });
  },
);

test('a config git cannot parse is told with the words of git', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1' });
  writeFileSync(join(repository.path, '.git/config'), '[core\nnonsense');
  await expect(openReader(repository)).rejects.toMatchObject({
    code: 'UNREADABLE_REPOSITORY',
    message: expect.stringContaining('bad config line'),
  });
  truncateSync(join(repository.path, '.git/config'));
  expect((await openReader(repository)).location.branch).toBe('main');
});

test('a git that is not there is told, and where to get it', async () => {
  const repository = buildRepository();
  const opening = openGitReader(repository.path, {
    shimDirectory: temporaryFolder(),
    executable: 'no-such-git',
  });
  await expect(opening).rejects.toMatchObject({
    code: 'GIT_NOT_FOUND',
    message: expect.stringMatching(/Install git 2\.\d+ or later/),
  });
});

test('a symbolic link to a clone leads to the clone', async () => {
  const repository = buildRepository();
  const head = repository.commit('one', { a: '1' });
  const link = join(temporaryFolder(), 'link');
  symlinkSync(repository.path, link);
  expect((await openReader(link)).location).toMatchObject({
    requestedPath: link,
    worktree: repository.path,
    head,
  });
  expect(repositoryAt(link).id('HEAD')).toBe(head);
});
