import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { identifyClone, locateGitDirectory } from '../../src/adapters/git/git-directory.ts';
import { openHome, openMemory } from '../../src/api/memory.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { hookRecall } from '../../src/open/hook-recall.ts';
import { tellStart } from '../../src/open/tell-start.ts';
import { isFull, some } from '../effort.ts';
import { buildRepository, repositoryAt, temporaryFolder } from '../git/build-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const lesson = 'Run npm run generate before the tests: it writes whistle.ts.';
const rule = 'Never pour before the water boils.';
const failure = {
  command: 'npm test',
  output: "FAIL tests/boil.test.ts\nError: Cannot find module './whistle'\n    at src/boil.ts:3:1\n",
  exitCode: 1,
};

const everything = { hook: true, start: true, asked: true, listed: true };
const nothing = { hook: false, start: false, asked: false, listed: false };

describe('a repository at the path of another', () => {
  let home: string;
  let path: string;

  beforeEach(async () => {
    home = temporaryFolder();
    path = join(temporaryFolder(), 'kettle');
    await begin('Boil water');
    await withMemory(async (memory) => {
      await memory.record({ failure, fix: lesson });
      await memory.remember({ content: rule, type: 'constraint' });
    });
    // Those at the end show that it would be told.
    if (isFull) expect(await told()).toEqual(everything);
  });

  async function begin(message: string, remote?: string): Promise<void> {
    mkdirSync(path, { recursive: true });
    const repository = buildRepository({ path });
    repository.commit(message, { 'src/boil.ts': `// ${message}\n` });
    if (remote !== undefined) repository.git('remote', 'add', 'origin', remote);
  }

  /** Another repository's folder of git, elsewhere; with the remote of the first one where that is asked for. */
  function otherGit(remote?: string): string {
    const other = buildRepository({ path: join(temporaryFolder(), 'teapot') });
    other.commit('Brew tea', { 'src/boil.ts': '// Brew tea\n' });
    if (remote !== undefined) other.git('remote', 'add', 'origin', remote);
    return join(other.path, '.git');
  }

  async function withMemory<T>(
    work: (memory: Awaited<ReturnType<typeof openMemory>>) => Promise<T>,
  ): Promise<T> {
    await using memory = await openMemory({ home, repository: path, speaker: ada });
    return await work(memory);
  }

  /** Which doors tell what was learned in the first one; asked in an order in which none helps another. */
  async function told() {
    const hook = await hookRecall({
      ...{
        event: 'failure',
        ...failure,
        home,
        cwd: path,
        agent: 'claude-code',
        session: randomUUID(),
        deadlineMs: 20_000,
      },
      environment: {},
    } as Parameters<typeof hookRecall>[0]);
    const start = await tellStart(
      {
        about: { kind: 'session_start', mayRepeat: true },
        hookEvent: 'SessionStart',
        cwd: path,
        session: randomUUID(),
      } as Parameters<typeof tellStart>[0],
      { home, environment: {}, agent: 'claude-code' },
    );
    const asked = await withMemory((memory) => memory.recall({ query: 'what does npm run generate write?' }));
    return {
      hook: JSON.stringify(hook).includes('generate'),
      start: JSON.stringify(start).includes('water boils'),
      asked: JSON.stringify(asked).includes('whistle.ts'),
      listed: (await toldByHome()).includes('whistle.ts'),
    };
  }

  /** Answers of commands that need no repository. */
  async function toldByHome(): Promise<string> {
    await using opened = await openHome({ home, repository: path, speaker: ada });
    const answers = await Promise.all([opened.list(), opened.failures(), opened.review()]);
    return JSON.stringify([answers, [...opened.exportLines()]]);
  }

  it('is told nothing where it took the place of what was deleted, and names the same remote', async () => {
    await withMemory((memory) => memory.index());
    rmSync(path, { recursive: true });
    await begin('Brew tea', 'https://example.org/owner/kettle.git');
    expect(await told()).toEqual(nothing);
  });

  it('is told by neither door alone, whichever is first', async () => {
    renameSync(path, `${path}-before`);
    await begin('Brew tea');
    const asked = await withMemory((memory) => memory.recall({ query: 'what does npm run generate write?' }));
    expect(asked.memories).toEqual([]);
    expect(await told()).toEqual(nothing);
  });

  it('is told nothing by the commands that need no repository, asked first', async () => {
    renameSync(path, `${path}-before`);
    await begin('Brew tea');
    expect(await toldByHome()).not.toMatch(/whistle|water boils/);
  });

  it('is known to those commands again where the same one is cloned anew', async () => {
    renameSync(path, `${path}-before`);
    buildRepository({ path: temporaryFolder() }).git('clone', '-q', `${path}-before`, path);
    expect(await toldByHome()).toContain('whistle.ts');
  });

  it('is known again where the same one is cloned anew', async () => {
    renameSync(path, `${path}-before`);
    buildRepository({ path: temporaryFolder() }).git('clone', '-q', `${path}-before`, path);
    expect(await told()).toEqual(everything);
  });

  it('is told nothing of the other, which is known again where it is moved back', async () => {
    renameSync(path, `${path}-before`);
    await begin('Brew tea');
    expect(await told()).toEqual(nothing);
    rmSync(path, { recursive: true });
    renameSync(`${path}-before`, path);
    expect(await told()).toEqual(everything);
  });

  const ownRemote = 'https://example.org/owner/kettle.git';
  const ways: Readonly<Record<string, (place: string, other: string) => void>> = {
    'the emptied git directory': (place, other) => {
      for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true });
      cpSync(other, place, { recursive: true, preserveTimestamps: true });
    },
    'its folders, which stay': (place, other) => {
      for (const entry of readdirSync(place, { recursive: true, withFileTypes: true }))
        if (!entry.isDirectory()) rmSync(join(entry.parentPath, entry.name));
      cpSync(other, place, { recursive: true, preserveTimestamps: true });
    },
    'its folders and files, which stay': (place, other) => {
      cpSync(other, place, { recursive: true, preserveTimestamps: true });
    },
  };

  describe.each(some(Object.entries(ways), 3))('copied into %s', (_, copy) => {
    it.each([undefined, ownRemote])('is told nothing of the other, with remote %s', async (remote) => {
      if (remote !== undefined) repositoryAt(path).git('remote', 'add', 'origin', remote);
      await withMemory((memory) => memory.index());
      copy(join(path, '.git'), otherGit(remote));
      expect(await told()).toEqual(nothing);
    });

    it('is told nothing by a memory that was open meanwhile', async () => {
      await withMemory(async (memory) => {
        copy(join(path, '.git'), otherGit());
        expect((await memory.recall({ query: 'what does npm run generate write?' })).memories).toEqual([]);
      });
    });
  });

  const pointers: Readonly<Record<string, (place: string, target: string) => void>> = {
    file: (place, target) => writeFileSync(place, `gitdir: ${target}\n`),
    link: (place, target) => symlinkSync(target, place),
  };

  describe.each(some(Object.entries(pointers)))('behind a `.git` that is a %s', (_, point) => {
    let git: string;

    beforeEach(async () => {
      git = join(temporaryFolder(), 'kettle.git');
      renameSync(join(path, '.git'), git);
      point(join(path, '.git'), git);
      await withMemory(async (memory) => {
        await memory.record({ failure, fix: lesson });
        await memory.remember({ content: rule, type: 'constraint' });
      });
      expect(await told()).toEqual(everything);
    });

    it('is told nothing of the other', async () => {
      rmSync(join(path, '.git'));
      point(join(path, '.git'), otherGit());
      expect(await told()).toEqual(nothing);
    });

    it('is told nothing by a memory that was open meanwhile', async () => {
      await withMemory(async (memory) => {
        rmSync(join(path, '.git'));
        point(join(path, '.git'), otherGit());
        expect((await memory.recall({ query: 'what does npm run generate write?' })).memories).toEqual([]);
      });
    });

    it('is told nothing where the other took its place there', async () => {
      rmSync(git, { recursive: true });
      renameSync(otherGit(), git);
      expect(await told()).toEqual(nothing);
    });

    it('is known again where the same one lies elsewhere', async () => {
      rmSync(join(path, '.git'));
      renameSync(git, `${git}-moved`);
      point(join(path, '.git'), `${git}-moved`);
      expect(await told()).toEqual(everything);
    });
  });

  it('is the same after work that git does on its own files', async () => {
    const repository = repositoryAt(path);
    repository.git('remote', 'add', 'origin', ownRemote);
    await withMemory((memory) => memory.index());
    const before = identifyClone(locateGitDirectory(path));
    repository.commit('Boil again', { 'src/again.ts': '1\n' });
    repository.git('config', 'user.name', 'ada');
    repository.git('checkout', '-q', '-b', 'side');
    repository.git('gc', '-q', '--prune=now');
    repository.git('pack-refs', '--all');
    expect(identifyClone(locateGitDirectory(path))).toEqual(before);
    expect(await told()).toEqual(everything);
  });

  it('is the same where its rights were changed', async () => {
    chmodSync(join(path, '.git', 'description'), 0o600);
    expect(await told()).toEqual(everything);
  });
});
