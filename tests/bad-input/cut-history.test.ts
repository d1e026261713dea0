import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/api/memory.ts';
import type { CommitId } from '../../src/model/repository.ts';
import { failure, failureOf, runAfterwit } from '../doors/afterwit-command.ts';
import { find, newHome, open } from '../doors/open-library.ts';
import { isFull } from '../effort.ts';
import { cloneRepository, copiesOf, type TestRepository } from '../git/build-repository.ts';

interface Source {
  readonly repository: TestRepository;
  readonly ids: readonly CommitId[];
}

/** By itself, the clone that is made deeper step by step, and the one without trees, stand in for these. */
const atLength = it.runIf(isFull);

const commitCount = 8;
const subjects = (from: number, to = commitCount - 1) =>
  Array.from({ length: to - from + 1 }, (_, index) => `Repair the whistle, part ${from + index}`);

/** Eight commits in a line, each of which speaks of the whistle and changes `whistle.ts` and a file of its own. */
const sources = copiesOf((repository) =>
  subjects(0).map((subject, index) =>
    repository.commit(subject, { 'whistle.ts': `${index}\n`, [`part-${index}.ts`]: `part ${index}\n` }),
  ),
);

function source(): Source {
  const { repository, known } = sources();
  return { repository, ids: known };
}

const clone = async (memory: Memory) => (await memory.diagnose()).checks.find(({ name }) => name === 'clone');

describe('a shallow clone', () => {
  it('works as far as it reaches, and says so', async () => {
    const { repository } = source();
    const memory = await open(cloneRepository(repository, '--depth=3').path, newHome());
    expect(await find(memory, 'whistle')).toEqual(subjects(5));
    expect(await memory.index()).toMatchObject({ commitCount: 3, unreadable: [] });
    const status = await memory.status();
    expect(status.repository.shallow).toBe(true);
    expect(status.nextSteps.map(({ command }) => command)).toContain('git fetch --unshallow');
    expect(await clone(memory)).toMatchObject({
      result: 'warning',
      remedy: expect.stringMatching(/unshallow/),
    });
  });

  it('made deeper step by step, is searched as deep as it is, by whatever is asked', async () => {
    const { repository, ids } = source();
    const { path, git } = cloneRepository(repository, '--depth=2');
    const home = newHome();
    const ask = () => open(path, home);
    expect(await (await ask()).index()).toMatchObject({ commitCount: 2 });
    const deepen = (...flags: readonly string[]) => git('fetch', '-q', ...flags);

    deepen('--deepen=2');
    expect(await (await ask()).searchCommits('whistle')).toMatchObject({ commitCount: 4 });
    deepen('--deepen=1');
    expect(await (await ask()).hotspots()).toMatchObject({ commitCount: 5, hotspots: expect.any(Array) });
    deepen('--deepen=1');
    expect(await (await ask()).index()).toMatchObject({ commitCount: 6, commitsAdded: 6 });
    deepen('--unshallow');
    expect(await (await ask()).examineCommit(ids[0] as string)).toMatchObject({
      subject: subjects(0)[0],
      asOf: ids.at(-1),
    });
    expect(await (await ask()).index()).toMatchObject({ commitCount, commitsAdded: 0 });
  });

  atLength('made deeper while it is open, is searched as deep as it is', async () => {
    const { repository } = source();
    const { path, git } = cloneRepository(repository, '--depth=2');
    const memory = await open(path, newHome());
    expect(await find(memory, 'whistle')).toEqual(subjects(6));
    git('fetch', '-q', '--unshallow');
    await memory.index();
    expect(await find(memory, 'whistle')).toEqual(subjects(0));
  });

  atLength('of a history with branches, is indexed again only when it has become deeper', async () => {
    const { repository } = source();
    repository.git('checkout', '-q', '-b', 'side', 'HEAD~4');
    repository.commit('Side of the whistle', { 'side.ts': '1' });
    repository.git('checkout', '-q', 'main');
    repository.git('merge', '-q', '-m', 'Merge the whistle', 'side');
    const { path, git } = cloneRepository(repository, '--depth=2');
    const memory = await open(path, newHome());
    await memory.index();
    expect(await memory.index()).toMatchObject({ commitsAdded: 0 });
    repository.commit('One more whistle');
    git('pull', '-q');
    expect(await memory.index()).toMatchObject({ commitsAdded: 1 });
  });
});

describe('a partial clone', () => {
  it('without file contents answers, and says of a patch that it is not there', async () => {
    const { repository, ids } = source();
    const { path } = cloneRepository(repository, '--filter=blob:none', '--no-checkout');
    const memory = await open(path, newHome());
    expect(await find(memory, 'whistle')).toEqual(subjects(0));
    const examined = await memory.examineCommit(ids[3] as string);
    expect(examined.files.map((file) => file.path)).toEqual(['part-3.ts', 'whistle.ts']);
    expect(examined.patch.files.map(({ text }) => text)).toEqual([
      expect.stringContaining('not in this clone'),
      expect.stringContaining('not in this clone'),
    ]);
    expect(await clone(memory)).toMatchObject({
      result: 'warning',
      message: expect.stringMatching(/never fetches/),
    });
  });

  it('without trees still finds commits by their messages, and says what it lacks', async () => {
    const { repository, ids } = source();
    const { path } = cloneRepository(repository, '--filter=tree:0', '--no-checkout');
    const home = newHome();
    const memory = await open(path, home);
    expect(await find(memory, 'whistle')).toEqual(subjects(0));
    expect((await memory.index()).unreadable).toHaveLength(commitCount);
    expect(await memory.examineCommit(ids[3] as string)).toMatchObject({
      subject: subjects(3)[0],
      files: [],
      patch: { files: [], unreadable: expect.stringMatching(/cannot be read/) },
    });
    expect((await memory.hotspots()).hotspots).toEqual([]);
    const shown = await runAfterwit(['examine-commit', ids[3] as string], { cwd: path, home });
    expect(shown).toMatchObject({ status: 0, stdout: expect.stringContaining('cannot be read') });
  });
});

/** Takes objects away; gives what puts them back. */
function lose(repository: TestRepository, ...names: readonly string[]): () => void {
  const objects = names.map((name) => {
    const file = repository.objectFile(repository.git('rev-parse', name));
    return { file, content: readFileSync(file) };
  });
  for (const { file } of objects) rmSync(file);
  return () => {
    for (const { file, content } of objects) writeFileSync(file, content);
  };
}

describe('a repository that lost objects', () => {
  it('is indexed above a lost commit, says what is missing, and is whole by itself once it is mended', async () => {
    const { repository, ids } = source();
    const mend = lose(repository, ids[2] as string);
    const home = newHome();
    const memory = await open(repository.path, home);
    expect(await find(memory, 'whistle')).toEqual(subjects(3));
    expect((await memory.index()).unreadable).toContainEqual({
      id: ids[2],
      part: 'commit',
      reason: expect.stringMatching(/missing/),
    });
    expect((await memory.status()).nextSteps.map(({ command }) => command)).toContain('afterwit doctor');
    const examined = await runAfterwit(['doctor'], { cwd: repository.path, home });
    expect(examined.stdout).toMatch(/could not be read[\s\S]*git fsck/);

    mend();
    expect(await (await open(repository.path, home)).searchCommits('whistle')).toMatchObject({ commitCount });
    expect(await find(memory, 'whistle')).toEqual(subjects(0));
    expect(await memory.index()).toMatchObject({ commitsAdded: 0, unreadable: [] });
  });

  atLength('tells the messages of commits with lost trees, and their files once it is mended', async () => {
    const { repository, ids } = source();
    const mend = lose(repository, `${ids[4]}^{tree}`);
    const memory = await open(repository.path, newHome());
    expect(await find(memory, 'whistle')).toEqual(subjects(0));
    const filesOf = async (id: CommitId | undefined) => (await memory.examineCommit(id ?? '')).files.length;
    expect(await Promise.all(ids.slice(3, 7).map(filesOf))).toEqual([2, 0, 0, 2]);
    expect((await memory.index()).unreadable.map(({ part }) => part)).toEqual(['changes', 'changes']);
    mend();
    expect(await memory.index()).toMatchObject({ unreadable: [], commitCount });
    expect(await Promise.all(ids.slice(3, 7).map(filesOf))).toEqual([2, 2, 2, 2]);
  });

  it('shows what is left of a patch when the content of a file is lost', async () => {
    const { repository, ids } = source();
    lose(repository, `${ids[4]}:whistle.ts`);
    const memory = await open(repository.path, newHome());
    expect(await memory.index()).toMatchObject({ commitCount, unreadable: [] });
    const { patch } = await memory.examineCommit(ids[4] as string);
    expect(patch.files.map(({ text }) => text)).toEqual([
      expect.stringContaining('+part 4'),
      expect.stringContaining('not in this clone'),
    ]);
  });

  it('answers from nothing when HEAD itself is lost, and says what to do', async () => {
    const { repository, ids } = source();
    const mend = lose(repository, ids.at(-1) as string);
    const home = newHome();
    const failed = await runAfterwit(['search-commits', 'whistle'], { cwd: repository.path, home });
    expect(failureOf(failed, /missing or damaged.*git fsck/)).toEqual(failure(5, 'UNREADABLE_REPOSITORY'));
    mend();
    expect(await find(await open(repository.path, home), 'whistle')).toEqual(subjects(0));
  });
});
