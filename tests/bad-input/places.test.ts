import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { answerOf, failure, failureOf, runAfterwit } from '../doors/afterwit-command.ts';
import { find, newHome, open } from '../doors/open-library.ts';
import { some } from '../effort.ts';
import { buildRepository, repositoryAt, runGit, temporaryFolder } from '../git/build-repository.ts';
import { orphansBelow, stateOf } from './traces.ts';

describe('a place that is no repository', () => {
  it.each(
    some([
      { what: 'a plain folder', make: () => {} },
      { what: 'a path that is not there', make: (path: string) => rmSync(path, { recursive: true }) },
      { what: 'an empty .git folder', make: (path: string) => mkdirSync(join(path, '.git')) },
    ]),
  )('$what: says so, and makes no home', async ({ make }) => {
    const path = temporaryFolder();
    make(path);
    const home = newHome();
    const ended = await runAfterwit(['search-commits', 'whistle', '--repo', path], { home });
    expect(failureOf(ended, /is in no git repository.*Name a folder of a clone/)).toEqual(
      failure(3, 'NOT_A_REPOSITORY'),
    );
    expect(stateOf(home)).toEqual([]);
  });

  it('a .git file that leads nowhere: says where it leads', async () => {
    const path = temporaryFolder();
    writeFileSync(join(path, '.git'), 'gitdir: /nowhere/at/all\n');
    const ended = await runAfterwit(['hotspots', '--repo', path], { home: newHome() });
    expect(failureOf(ended, /does not lead to a git directory. Restore/)).toEqual(
      failure(5, 'UNREADABLE_REPOSITORY'),
    );
  });
});

describe('an empty repository', () => {
  it('has every command say that there is no commit yet', async () => {
    const { path } = buildRepository();
    const home = newHome();
    const commands = some([
      [],
      ['index'],
      ['search-commits', 'whistle'],
      ['hotspots'],
      ['examine-commit', 'HEAD'],
    ]);
    const ended = await Promise.all(commands.map((words) => runAfterwit(words, { cwd: path, home })));
    expect(ended.map((one) => failureOf(one, /no commit yet. Make a first commit/))).toEqual(
      commands.map(() => failure(3, 'EMPTY_REPOSITORY')),
    );
  });

  it('is well otherwise, and works from its first commit on', async () => {
    const repository = buildRepository();
    const home = newHome();
    const memory = await open(repository.path, home);
    expect(await memory.diagnose()).toMatchObject({ healthy: true });
    expect(await memory.status()).toMatchObject({ index: { state: 'absent' } });
    await expect(memory.searchCommits('whistle')).rejects.toMatchObject({ code: 'EMPTY_REPOSITORY' });
    repository.commit('A first whistle', { 'whistle.ts': '1' });
    await memory.index();
    expect(await find(memory, 'whistle')).toEqual(['A first whistle']);
    const ended = await runAfterwit(['search-commits', 'whistle', '--json'], { cwd: repository.path, home });
    expect(answerOf(ended)).toMatchObject({ commitCount: 1 });
  });
});

describe('a repository that is unlike others', () => {
  it('with a detached HEAD answers from where it stands', async () => {
    const repository = buildRepository();
    const first = repository.commit('A first whistle');
    repository.commit('A second whistle');
    repository.git('checkout', '-q', first);
    const memory = await open(repository.path, newHome());
    expect(memory.location.branch).toBeUndefined();
    expect(await find(memory, 'whistle')).toEqual(['A first whistle']);
    expect(await find(memory, 'whistle', 'main')).toEqual(['A first whistle', 'A second whistle']);
  });

  it('with ids of 64 digits, bare, and at a path with odd characters', async () => {
    const path = join(temporaryFolder(), 'a:b "c"\n\té ü');
    const repository = buildRepository({ path, init: ['--object-format=sha256'] });
    const id = repository.commit('A first whistle', { 'é\n.ts': '1' });
    const bare = join(temporaryFolder(), 'bare repository.git');
    runGit(temporaryFolder(), ['clone', '-q', '--bare', path, bare]);
    for (const place of [path, bare]) {
      const memory = await open(place, newHome());
      expect(id).toHaveLength(64);
      expect(await find(memory, 'whistle')).toEqual(['A first whistle']);
      expect(await memory.examineCommit(id.slice(0, 12))).toMatchObject({ id, files: [{ path: 'é\n.ts' }] });
    }
  });

  it('inside another: a submodule has a history of its own, and is a file of its parent', async () => {
    const inner = buildRepository();
    inner.commit('Whistle from within', { 'inner.ts': '1' });
    const outer = buildRepository();
    outer.commit('Whistle from without', { 'outer.ts': '1' });
    outer.git('submodule', '--quiet', 'add', inner.path, 'parts/inner');
    outer.commit('Take the whistle in', { 'outer.ts': '2' });
    const home = newHome();
    const parent = await open(outer.path, home);
    const submodule = await open(join(outer.path, 'parts/inner'), home);
    expect(await find(parent, 'whistle')).toEqual(['Take the whistle in', 'Whistle from without']);
    expect(await find(submodule, 'whistle')).toEqual(['Whistle from within']);
    expect((await parent.hotspots({ all: true })).hotspots.map(({ path }) => path)).toContain('parts/inner');
    const [own, others] = [await parent.repositories.current(), await submodule.repositories.current()];
    // The submodule is a clone of the repository it was added from, not of its parent.
    expect(own.id).not.toBe(others.id);
  });

  it('of several worktrees: they share an index, and each sees its own branch only', async () => {
    const repository = buildRepository();
    repository.commit('Whistle on both');
    const path = join(temporaryFolder(), 'worktree');
    repository.git('worktree', 'add', '-q', '-b', 'side', path);
    repositoryAt(path).commit('Whistle on the side', { 'side.ts': '1' });
    repository.commit('Whistle on main', { 'main.ts': '1' });
    const home = newHome();
    const memory = await open(repository.path, home);
    const side = await open(path, home);
    expect(await find(memory, 'whistle')).toEqual(['Whistle on both', 'Whistle on main']);
    expect(await find(side, 'whistle')).toEqual(['Whistle on both', 'Whistle on the side']);
    expect(await find(memory, 'whistle')).toEqual(['Whistle on both', 'Whistle on main']);
    expect((await side.hotspots()).hotspots.map((file) => file.path)).toEqual(['side.ts']);
    expect((await side.status()).index.path).toBe((await memory.status()).index.path);
    expect(await side.index()).toMatchObject({ commitsAdded: 0, commitCount: 2 });
  });
});

describe('a home', () => {
  it('at a path with spaces, quotes, a question mark and letters of all kinds', async () => {
    const { path, commit } = buildRepository();
    commit('A first whistle');
    const home = join(temporaryFolder(), 'my #1 home? 100% "größe" \u{1f3e0}');
    for (const _ of ['made', 'found again']) {
      const ended = await runAfterwit(['search-commits', 'whistle', '--json'], { cwd: path, home });
      expect(answerOf(ended)).toMatchObject({ commitCount: 1 });
    }
    expect(orphansBelow(home)).toEqual([]);
  });

  it('is found without HOME and AFTERWIT_HOME, and below HOME without the latter', async () => {
    const { path, commit } = buildRepository();
    commit('A first whistle');
    // Without HOME the password file names a real home, where no test may write, so the command must fail before.
    const nowhere = await runAfterwit(['hotspots', '--repo', temporaryFolder()]);
    expect(failureOf(nowhere, /no git repository/)).toEqual(failure(3, 'NOT_A_REPOSITORY'));
    const userHome = temporaryFolder();
    const ended = await runAfterwit(['repo', 'show', '--json'], { cwd: path, userHome });
    expect(answerOf(ended)).toMatchObject({ current: { name: 'repository' } });
    expect(stateOf(userHome).join('\n')).toMatch(/memory\.db/);
  });
});
