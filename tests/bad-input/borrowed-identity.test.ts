import {
  cpSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { locateGitDirectory } from '../../src/adapters/git/git-directory.ts';
import { type Memory, openHome } from '../../src/api/memory.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { hookRecall } from '../../src/open/hook-recall.ts';
import { newHome, open } from '../doors/open-library.ts';
import { some } from '../effort.ts';
import {
  buildRepository,
  cloneRepository,
  repositoryAt,
  runGit,
  type TestRepository,
  temporaryFolder,
} from '../git/build-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const command = 'npm test';
const output = "Error: Cannot find module '../dist/whistle.js' imported from tests/boil.test.ts";
const secret = 'Descale before the first whistle';
const onPosix = process.platform !== 'win32';

/** A repository of a person's, with a remote, a submodule, a linked worktree, and memories of it in a home. */
interface Victim {
  readonly repository: TestRepository;
  readonly worktree: string;
  readonly submodule: string;
  readonly home: string;
  readonly id: string;
  readonly submoduleId: string;
}

async function buildVictim(): Promise<Victim> {
  const part = buildRepository();
  part.commit('A part', { 'part.ts': '1' });
  const repository = buildRepository();
  repository.commit('A first whistle', { 'whistle.ts': '1' });
  repository.git('remote', 'add', 'origin', 'https://example.org/ada/kettle.git');
  repository.git('submodule', '--quiet', 'add', part.path, 'part');
  repository.commit('Take in a part');
  const worktree = join(temporaryFolder(), 'side');
  repository.git('worktree', 'add', '-q', '-b', 'side', worktree);
  const submodule = join(repository.path, 'part');
  const home = newHome();
  const ids: string[] = [];
  for (const path of [repository.path, submodule]) {
    const memory = await open(path, home, { speaker: ada });
    await memory.remember({ content: secret });
    await memory.record({ fix: secret, failure: { command, output, exitCode: 1 } });
    ids.push((await memory.repositories.current()).id);
  }
  const [id = '', submoduleId = ''] = ids;
  return { repository, worktree, submodule, home, id, submoduleId };
}

const at = (folder: string, name: string): string => join(folder, name);
const head = 'ref: refs/heads/main\n';

/** Lays out a git directory that has nothing of its own. */
function layGitDirectory(path: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(path, { recursive: true });
  for (const [name, content] of Object.entries({ HEAD: head, ...files }))
    writeFileSync(at(path, name), content);
  return path;
}

const pointTo = (folder: string, target: string): void =>
  writeFileSync(at(folder, '.git'), `gitdir: ${target}\n`);

/** Files by which a stranger makes git find the victim's repository in a folder, or one just like it. */
const shapes: Readonly<Record<string, (folder: string, gitDirectory: string) => void>> = {
  'a copy of all of it': (folder, git) => cpSync(git, at(folder, '.git'), { recursive: true }),
  'a file that leads to it': (folder, git) => pointTo(folder, git),
  'a file that leads to it from here': (folder, git) => pointTo(folder, relative(folder, git)),
  'a link to it': (folder, git) => symlinkSync(git, at(folder, '.git')),
  'a file that leads to a link to it': (folder, git) => {
    symlinkSync(git, at(folder, 'harmless'));
    pointTo(folder, 'harmless');
  },
  'a commondir into it': (folder, git) => {
    layGitDirectory(at(folder, '.git'), { commondir: git });
  },
  'a file that leads to a commondir into it': (folder, git) => {
    layGitDirectory(at(folder, 'inner'), { commondir: git });
    pointTo(folder, 'inner');
  },
  'what looks like a worktree of it': (folder, git) => {
    const inner = at(folder, 'inner/worktrees/side');
    layGitDirectory(inner, { commondir: git, gitdir: at(folder, '.git') });
    pointTo(folder, inner);
  },
  'what looks like a submodule of it': (folder, git) => {
    const config = `[core]\n\tworktree = ${folder}\n`;
    pointTo(folder, layGitDirectory(at(folder, 'modules/part'), { commondir: git, config }));
  },
  'a file that leads to the git directory of its worktree': (folder, git) =>
    pointTo(folder, at(git, 'worktrees/side')),
  'a link to the git directory of its worktree': (folder, git) =>
    symlinkSync(at(git, 'worktrees/side'), at(folder, '.git')),
  'the worktrees of it behind a link': (folder, git) => {
    mkdirSync(at(folder, 'inner'));
    symlinkSync(at(git, 'worktrees'), at(folder, 'inner/worktrees'));
    pointTo(folder, 'inner/worktrees/side');
  },
  'a file that leads to its submodule': (folder, git) => pointTo(folder, at(git, 'modules/part')),
  'a link to its submodule': (folder, git) => symlinkSync(at(git, 'modules/part'), at(folder, '.git')),
  'links in place of objects and refs': (folder, git) => {
    const config = readFileSync(at(git, 'config'), 'utf8');
    const own = layGitDirectory(at(folder, '.git'), { config });
    for (const name of ['objects', 'refs']) symlinkSync(at(git, name), at(own, name));
  },
};

/** Whether anything that is remembered of the victim's repositories is told at this place, through any door. */
async function isTold(place: string, { home }: Victim): Promise<boolean> {
  const told = [await recallAtHook(place, home)];
  const memory = await open(place, home);
  const failure = { command, output, exitCode: 1 };
  for (const request of [{ query: secret }, { failure }]) told.push((await memory.recall(request)).pack.text);
  told.push(await recallAtHook(place, home), JSON.stringify(await memory.guardrails({ query: secret })));
  const around = await openHome({ home, repository: place });
  told.push(JSON.stringify(await around.list()), [...around.exportLines()].join(''));
  await around.close();
  return told.some((text) => text.includes(secret));
}

async function recallAtHook(cwd: string, home: string): Promise<string> {
  const environment = { ...process.env, AFTERWIT_HOME: home };
  const request = { event: 'failure', command, output, agent: 'claude-code', deadlineMs: 5_000 } as const;
  return JSON.stringify(await hookRecall({ ...request, home, cwd, environment }));
}

const idAt = async (memory: Memory) => (await memory.repositories.current()).id;

describe.runIf(onPosix)('the memories of a repository', () => {
  it('are not told in a shipped folder that git takes for the repository', async () => {
    const victim = await buildVictim();
    const git = join(victim.repository.path, '.git');
    const ids = new Set([victim.id, victim.submoduleId]);
    const tried = some(Object.entries(shapes));
    for (const [shape, ship] of tried) {
      const folder = join(temporaryFolder(), 'shipped');
      // Once where downloads are put, once inside of the victim's own working tree.
      const inside = join(victim.repository.path, 'shipped', shape);
      for (const place of [folder, inside]) {
        mkdirSync(place, { recursive: true });
        ship(place, git);
        expect({ shape, known: locateGitDirectory(place).identityDirectory }).toEqual({
          shape,
          known: join(place, '.git'),
        });
      }
      expect({ shape, told: await isTold(folder, victim) }).toEqual({ shape, told: false });
      ids.add(await idAt(await open(folder, victim.home)));
    }
    expect(ids.size).toBe(tried.length + 2);
    for (const place of [victim.repository.path, victim.worktree, victim.submodule])
      expect({ place, told: await isTold(place, victim) }).toEqual({ place, told: true });
  });

  it('are not told to a bare repository that names it as its common directory', async () => {
    const victim = await buildVictim();
    const bare = layGitDirectory(join(temporaryFolder(), 'bare.git'), {
      commondir: join(victim.repository.path, '.git'),
    });
    expect(locateGitDirectory(bare).identityDirectory).toBe(bare);
    expect(await isTold(bare, victim)).toBe(false);
  });

  it('are not told to clones before a person says so, and are once it is said', async () => {
    const victim = await buildVictim();
    for (const depth of some([[], ['--depth=1']])) {
      const { git, path } = cloneRepository(victim.repository, ...depth);
      git('remote', 'set-url', 'origin', 'https://example.org/ada/kettle.git');
      expect(await isTold(path, victim)).toBe(false);
      const asAgent = await open(path, victim.home, { speaker: { ...ada, kind: 'agent' } });
      await expect(asAgent.repositories.link(victim.id)).rejects.toMatchObject({ code: 'NEEDS_PERSON' });
      expect(await isTold(path, victim)).toBe(false);
      const memory = await open(path, victim.home, { speaker: ada });
      expect(await memory.repositories.lookalike()).toMatchObject({
        repository: { id: victim.id },
        itemCount: 2,
        isNew: false,
      });
      await memory.repositories.link(victim.id);
      expect(await isTold(path, victim)).toBe(true);
    }
  });

  it('go with a repository that is moved, and stay away from what is put in its place', async ({ skip }) => {
    const victim = await buildVictim();
    const { path } = victim.repository;
    const evidence = (await (await open(path, victim.home)).repositories.current()).evidence;
    if (!evidence.some(({ kind }) => kind === 'directory')) skip('this file system notes no time of birth');
    const copy = join(temporaryFolder(), 'copy');
    cpSync(path, copy, { recursive: true, preserveTimestamps: true });
    const moved = join(temporaryFolder(), 'moved');
    renameSync(path, moved);
    expect(await idAt(await open(moved, victim.home))).toBe(victim.id);
    renameSync(copy, path);
    expect(await isTold(path, victim)).toBe(false);
    expect(await isTold(moved, victim)).toBe(true);
  });

  it('stay away from a copy when the repository is deleted', async () => {
    const victim = await buildVictim();
    const copy = join(temporaryFolder(), 'copy');
    cpSync(victim.repository.path, copy, { recursive: true, preserveTimestamps: true });
    rmSync(victim.repository.path, { recursive: true });
    expect(await isTold(copy, victim)).toBe(false);
  });
});

describe('a working tree whose git directory leads back to it', () => {
  const identityAt = (path: string) => locateGitDirectory(path).identityDirectory;

  it('is of the clone: linked worktrees, near and far, moved and mended, of a bare repository', () => {
    const repository = buildRepository();
    repository.commit('one', { 'deep/file': '1' });
    const own = join(repository.path, '.git');
    const far = join(temporaryFolder(), 'a "far" tree;#');
    const near = join(repository.path, 'near');
    for (const path of [far, near]) repository.git('worktree', 'add', '-q', '--detach', path);
    for (const path of [repository.path, far, near, join(far, 'deep')]) expect(identityAt(path)).toBe(own);
    const moved = join(temporaryFolder(), 'moved');
    renameSync(far, moved);
    expect(identityAt(moved)).toBe(join(moved, '.git'));
    runGit(moved, ['worktree', 'repair']);
    expect(identityAt(moved)).toBe(own);
    const bare = join(temporaryFolder(), 'bare.git');
    runGit(temporaryFolder(), ['clone', '-q', '--bare', repository.path, bare]);
    const ofBare = join(temporaryFolder(), 'of-bare');
    runGit(bare, ['worktree', 'add', '-q', ofBare]);
    expect([identityAt(ofBare), identityAt(bare)]).toEqual([bare, bare]);
  });

  it('by a path from there, as git 2.48 writes it on request', () => {
    const repository = buildRepository();
    repository.commit('one', { a: '1' });
    const path = join(temporaryFolder(), 'tree');
    repository.git('worktree', 'add', '-q', '--detach', path);
    const own = join(repository.path, '.git');
    const directory = join(own, 'worktrees/tree');
    writeFileSync(join(directory, 'gitdir'), `${relative(directory, join(path, '.git'))}\n`);
    writeFileSync(join(path, '.git'), `gitdir: ${relative(path, directory)}\n`);
    expect(identityAt(path)).toBe(own);
  });

  it.runIf(onPosix)('through a link on the way', () => {
    const repository = buildRepository();
    repository.commit('one', { a: '1' });
    const folder = temporaryFolder();
    const link = join(folder, 'link');
    symlinkSync(temporaryFolder(), link);
    repository.git('worktree', 'add', '-q', '--detach', join(link, 'tree'));
    const directory = join(repository.path, '.git/worktrees/tree');
    writeFileSync(join(directory, 'gitdir'), `${join(link, 'tree/.git')}\n`);
    for (const path of [join(link, 'tree'), realpathSync(join(link, 'tree'))])
      expect(identityAt(path)).toBe(join(repository.path, '.git'));
  });

  it('is a submodule of its own, in every worktree, and has worktrees of its own', () => {
    const inner = buildRepository();
    inner.commit('inner', { i: '1' });
    const outer = buildRepository();
    const name = 'parts/in "quotes" #1; ä';
    outer.git('submodule', '--quiet', 'add', inner.path, name);
    outer.commit('Take it in');
    const own = join(outer.path, '.git/modules', name);
    const path = join(outer.path, name);
    expect(identityAt(path)).toBe(own);
    repositoryAt(path).git('config', 'extensions.worktreeConfig', 'true');
    repositoryAt(path).git('worktree', 'add', '-q', '--detach', join(outer.path, 'side'));
    expect(identityAt(join(outer.path, 'side'))).toBe(own);
    const value = runGit(path, ['config', 'core.worktree']);
    writeFileSync(join(own, 'config.worktree'), `[CORE]\n\tWorkTree = ${JSON.stringify(value)} ; here\n`);
    runGit(own, ['config', '--file', 'config', '--unset', 'core.worktree']);
    expect(identityAt(path)).toBe(own);
    const tree = join(temporaryFolder(), 'tree');
    outer.git('worktree', 'add', '-q', tree);
    runGit(tree, ['submodule', '--quiet', 'update', '--init']);
    expect(identityAt(join(tree, name))).toBe(join(outer.path, '.git/worktrees', 'tree', 'modules', name));
  });

  it('is known by its own .git where the git directory says nothing of it', () => {
    const apart = join(temporaryFolder(), 'apart');
    const path = join(temporaryFolder(), 'tree');
    runGit(dirname(path), ['init', '-q', `--separate-git-dir=${apart}`, path]);
    expect(locateGitDirectory(path)).toMatchObject({
      commonDirectory: apart,
      identityDirectory: join(path, '.git'),
    });
  });
});
