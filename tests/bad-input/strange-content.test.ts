import { describe, expect, it } from 'vitest';
import { runAfterwit } from '../doors/afterwit-command.ts';
import { find, newHome, open } from '../doors/open-library.ts';
import { sized, some } from '../effort.ts';
import { buildRepository } from '../git/build-repository.ts';

const who = 'Ada <ada@example.org>';

interface ImportedCommit {
  readonly message: string | Buffer;
  readonly author?: string | Buffer;
  readonly second?: number;
  readonly files?: readonly (string | Buffer)[];
  readonly parents?: readonly number[];
  readonly ref?: string;
}

/** A stream for `git fast-import`, which takes what the porcelain refuses. Commits have the marks 1, 2, 3 … */
function importStream(commits: readonly ImportedCommit[]): Buffer {
  const parts: (string | Buffer)[] = [];
  const line = (...pieces: readonly (string | Buffer)[]) => parts.push(...pieces, '\n');
  const data = (content: string | Buffer) => line(`data ${Buffer.byteLength(content)}\n`, content);
  commits.forEach(
    ({ message, author = who, second = 1_600_000_000, files = [], parents, ref = 'main' }, index) => {
      line(`commit refs/heads/${ref}\nmark :${index + 1}`);
      line('author ', author, ` ${second} +0000`);
      line('committer ', author, ` ${second} +0000`);
      data(message);
      const [first, ...others] = parents ?? (index === 0 ? [] : [index]);
      if (first !== undefined) line(`from :${first}`);
      for (const other of others) line(`merge :${other}`);
      for (const file of files) {
        line('M 100644 inline ', file);
        data(`${index}`);
      }
    },
  );
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

/** A path as `git fast-import` takes any: quoted, odd bytes in octal. */
function quoted(path: Buffer): string {
  return `"${[...path].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`;
}

/** Without commits that have nothing to do with a pair of files, nothing can be said of how they belong together. */
const unrelated = [1, 2, 3].map((number) => ({ message: `Kettle ${number}`, files: ['kettle.ts'] }));

const oddPaths = [
  Buffer.from('bad-\xff\xfe.ts', 'latin1'),
  Buffer.from('line\nbreak.ts'),
  Buffer.from('tab\there.ts'),
  Buffer.from('\u001b[31mred\u001b[0m.ts'),
  Buffer.from('"quoted" \\ back.ts'),
  Buffer.from('-dash.ts'),
  Buffer.from(':(glob)*.ts'),
  Buffer.from('\u202etxt.ts'),
];

describe('paths, names and messages of any bytes', () => {
  const repositoryOfOddities = () => {
    const repository = buildRepository();
    const files = oddPaths.map(quoted);
    repository.import(
      importStream([
        { message: 'Whistle with odd files', files },
        {
          message: Buffer.concat([
            Buffer.from('Whistle \u001b]0;owned\u0007 \t\r\n\nbody '),
            Buffer.of(0xff, 0xfe, 0x80),
          ]),
          author: Buffer.from('\u001b[2J\xff Eve <e@e>', 'latin1'),
          files,
        },
        { message: 'Whistle a third time', files },
        ...unrelated,
      ]),
    );
    return repository;
  };

  it('come through the library as they are', async () => {
    const memory = await open(repositoryOfOddities().path, newHome());
    expect(await find(memory, 'whistle')).toHaveLength(3);
    const { hotspots } = await memory.hotspots({ all: true });
    const odd = hotspots.map(({ path }) => path).filter((path) => path !== 'kettle.ts');
    expect(odd).toHaveLength(oddPaths.length);
    for (const path of odd) {
      const { coupled } = await memory.coupledFiles(path);
      expect([path, ...coupled.map((file) => file.path)].sort()).toEqual([...odd].sort());
    }
  });

  it('reach no terminal raw, and are found by the name that "git ls-files" gives them', async () => {
    const { path, git } = repositoryOfOddities();
    git('reset', '-q');
    const home = newHome();
    const run = (...words: readonly string[]) => runAfterwit(words, { cwd: path, home });
    const asked = [
      ['hotspots', '--all', '--json'],
      [],
      ['search-commits', 'whistle', '--min-confidence', '0'],
      ['examine-commit', 'HEAD~4'],
      ...git('ls-files')
        .split('\n')
        .map((name) => ['coupled', '--', name]),
    ];
    for (const words of some(asked)) {
      const { status, stdout } = await run(...words);
      expect(status).toBe(0);
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
  });
});

describe('sizes and shapes beyond the usual', () => {
  const most = sized(20_000, 5_000);
  it(`a commit of ${most} files is kept, and is no evidence that they belong together`, async () => {
    const repository = buildRepository();
    const files = Array.from({ length: most }, (_, index) => `folder-${index % 50}/file-${index}.ts`);
    repository.import(
      importStream([
        { message: 'Whistle everywhere', files },
        ...[1, 2, 3].map((number) => ({ message: `Whistle in two, ${number}`, files: files.slice(0, 2) })),
        ...unrelated,
      ]),
    );
    const memory = await open(repository.path, newHome());
    expect(await memory.index()).toMatchObject({ commitCount: 7, fileCount: most + 1, unreadable: [] });
    const [largest] = (await memory.searchCommits('everywhere', { minimumConfidence: 0 })).hits;
    expect(largest?.files).toHaveLength(most);
    const coupled = await memory.coupledFiles('folder-0/file-0.ts');
    expect(coupled).toMatchObject({ commits: 3, coupled: [{ path: 'folder-1/file-1.ts', together: 3 }] });
    const examined = await memory.examineCommit('HEAD~6');
    expect(examined.files).toHaveLength(most);
    expect(examined.patch.omittedFiles).toBeGreaterThan(most / 2);
  });

  it('a message of 10 MB is cut, and found by its beginning', async () => {
    const repository = buildRepository();
    const long = `Whistle at length\n\n${'steam and more steam '.repeat(500_000)}`;
    repository.import(importStream([{ message: long }, { message: 'Kettle' }]));
    const memory = await open(repository.path, newHome());
    expect(await find(memory, 'whistle')).toEqual(['Whistle at length']);
    const { message } = await memory.examineCommit('HEAD~1');
    expect(message.length).toBeLessThanOrEqual(65_536);
  });

  it('several roots, a merge of eight, times from the first to the last, and no message at all', async () => {
    const repository = buildRepository();
    const branches = Array.from({ length: 8 }, (_, index) => ({
      message: `Whistle of branch ${index}`,
      ref: `branch-${index}`,
      parents: [],
      files: [`branch-${index}.ts`],
      second: index === 0 ? 0 : index === 1 ? 253_402_300_799 : 1_600_000_000 + index,
    }));
    const parents = branches.map((_, index) => index + 1);
    repository.import(
      importStream([
        ...branches,
        { message: 'Whistle of eight', parents, files: ['merged.ts'] },
        { message: '', files: ['silent.ts'] },
        { message: 'x', second: 4_000_000_000_000, files: ['later.ts'] },
      ]),
    );
    const home = newHome();
    const memory = await open(repository.path, home);
    expect(await memory.index()).toMatchObject({ commitCount: 11, unreadable: [] });
    expect(await find(memory, 'whistle')).toHaveLength(9);
    expect((await memory.examineCommit('HEAD~2')).parents).toHaveLength(8);
    expect(await memory.examineCommit('HEAD~1')).toMatchObject({ subject: '', message: '' });
    expect((await memory.status()).history).toMatchObject({ commitCount: 11, mergeCount: 1 });
    for (const words of some([
      ['search-commits', 'branch'],
      [],
      ['hotspots'],
      ['examine-commit', 'HEAD~1'],
    ])) {
      const ended = await runAfterwit(words, { cwd: repository.path, home });
      expect(ended).toMatchObject({ status: 0, stdout: expect.not.stringMatching(/NaN|Invalid|Infinity/) });
    }
  });
});
