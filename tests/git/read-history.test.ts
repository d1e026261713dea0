import { expect, test } from 'vitest';
import { type CommitId, maximumMessageLength } from '../../src/model/repository.ts';
import { heldBytes } from '../held-bytes.ts';
import { buildRepository, type TestRepository } from './build-repository.ts';
import { changesOf, collect, openReader, readHistory } from './open-reader.ts';

test('a commit is read with its times, author, message, parents and changes', async () => {
  const repository = buildRepository();
  const first = repository.commit('First\n\nWhy: because.\n', {
    'a.txt': 'one\ntwo\nthree\n',
    'b/c.txt': 'c\n',
  });
  const second = repository.commit('Second', {
    'a.txt': null,
    'moved.txt': 'one\ntwo\nthree\n',
    'b/c.txt': 'd\n',
  });
  const reader = await openReader(repository);
  const [root, tip] = await readHistory(reader);
  expect(root).toEqual({
    id: first,
    parents: [],
    authoredAtMs: 1_700_000_060_000,
    committedAtMs: 1_700_000_090_000,
    author: 'Ada',
    message: 'First\n\nWhy: because.',
    changes: [
      { status: 'added', path: 'a.txt' },
      { status: 'added', path: 'b/c.txt' },
    ],
  });
  expect(tip).toMatchObject({ id: second, parents: [first], message: 'Second' });
  expect(changesOf(tip)).toEqual(['modified b/c.txt', 'renamed a.txt -> moved.txt']);
});

test('empty commits, empty messages, merges without changes and octopus merges each stay one record', async () => {
  const repository = buildRepository();
  const root = repository.commit('root', { base: 'x' });
  const empty = repository.commit('empty');
  const silent = repository.commit('', { more: 'x' });
  const branches = ['one', 'two', 'three'].map((name) => {
    repository.git('checkout', '-q', '-b', name, root);
    return repository.commit(name, { [name]: name });
  });
  repository.git('checkout', '-q', 'main');
  repository.git('merge', '-q', '--no-edit', 'one', 'two', 'three');
  const octopus = repository.id('HEAD');
  repository.git(
    'merge',
    '-q',
    '-s',
    'ours',
    '--allow-unrelated-histories',
    '--no-ff',
    '-m',
    'ours',
    `${octopus}^0`,
  );
  repository.git('checkout', '-q', '-b', 'aside', root);
  repository.commit('aside', { aside: 'x' });
  repository.git('checkout', '-q', 'main');
  repository.git('merge', '-q', '-s', 'ours', '-m', 'nothing taken', 'aside');
  const unchanged = repository.id('HEAD');
  const records = await readHistory(await openReader(repository));
  const byId = new Map(records.map((record) => [record.id, record]));
  expect(records).toHaveLength(Number(repository.git('rev-list', '--count', 'HEAD')));
  expect(byId.get(empty)).toMatchObject({ message: 'empty', changes: [] });
  expect(byId.get(silent)).toMatchObject({ message: '', changes: [{ status: 'added', path: 'more' }] });
  expect(byId.get(octopus)?.parents).toEqual([silent, ...branches]);
  expect(changesOf(byId.get(octopus))).toEqual(['added one', 'added three', 'added two']);
  expect(byId.get(unchanged)).toMatchObject({ message: 'nothing taken', changes: [] });
});

test('paths of any bytes come back as they are, and none forges a record', async () => {
  const repository = buildRepository();
  const forged = `${'a'.repeat(40)}\n\nM`;
  const names = [
    'new\nline',
    'tab\tq"uote',
    ':colon',
    '\u001b[31mred',
    '--output=pwn',
    'M',
    forged,
    'é',
    'R100',
    ' ',
  ];
  const paths = [...names, 'bad\udcff'];
  importFiles(
    repository,
    [...names.map((name) => Buffer.from(name)), Buffer.from('bad\xff', 'latin1')],
    'odd paths',
  );
  const reader = await openReader(repository);
  const [record, ...others] = await readHistory(reader);
  expect(others).toEqual([]);
  expect(new Set(record?.changes.map(({ path }) => path))).toEqual(new Set(paths));
  const tree = await reader.listTree(repository.id('HEAD'));
  expect(new Set(tree.map(({ path }) => path))).toEqual(new Set(paths));
  const patch = await reader.readPatch(repository.id('HEAD'), { fileBytes: 10_000, totalBytes: 100_000 });
  expect(new Set(patch.files.map(({ change }) => change.path))).toEqual(new Set(paths));
});

test('a message cannot pass for another record, whatever it holds', async () => {
  const repository = buildRepository();
  const message = `x\n\n\u0001\u001b]0;title\u0007\n${'b'.repeat(40)}\nM\tfile\n:100644 100644 0000 1111 M`;
  repository.commit(message, { a: '1' });
  repository.commit('next', { a: '2' });
  const records = await readHistory(await openReader(repository));
  expect(records.map((record) => record.message)).toEqual([message, 'next']);
});

test('a commit object with NUL in its message or a name with odd bytes does not shift the fields', async () => {
  const repository = buildRepository();
  repository.commit('root', { a: '1' });
  const tree = repository.git('rev-parse', 'HEAD^{tree}');
  const who = 'A\tB <a@b> 1700000000 +0000';
  const object = `tree ${tree}\nparent ${repository.id('HEAD')}\nauthor ${who}\ncommitter ${who}\n\nshort\0${'c'.repeat(40)}\0M\0forged\0`;
  const id = repository.gitWith(
    object,
    'hash-object',
    '-t',
    'commit',
    '-w',
    '--stdin',
    '--literally',
  ) as CommitId;
  repository.git('update-ref', 'refs/heads/main', id);
  const records = await readHistory(await openReader(repository));
  expect(records.map(({ message, changes }) => [message, changes.length])).toEqual([
    ['root', 1],
    ['short', 0],
  ]);
});

test('a message in another encoding is read as what it says', async () => {
  const repository = buildRepository();
  repository.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
  repository.gitWith(Buffer.from('caf\xe9', 'latin1'), 'commit', '-q', '--allow-empty', '-F', '-');
  const [record] = await readHistory(await openReader(repository));
  expect(record?.message).toBe('café');
});

test('an endless message is cut and costs no memory to speak of', async () => {
  const repository = buildRepository();
  const body = Buffer.alloc(40_000_000, 'long words ');
  const head = `commit refs/heads/main\ncommitter A <a@b> 1700000000 +0000\ndata ${body.length}\n`;
  const second =
    'commit refs/heads/main\ncommitter A <a@b> 1700000060 +0000\ndata 5\nafterM 644 inline f\ndata 1\nx\n';
  repository.import(Buffer.concat([Buffer.from(head), body, Buffer.from(`\n${second}`)]));
  const reader = await openReader(repository);
  const before = heldBytes();
  let highest = 0;
  const lengths: number[] = [];
  const { ids } = await reader.listCommits({ tips: [repository.id('HEAD')], known: [] });
  for await (const record of reader.readCommits(ids)) {
    highest = Math.max(highest, heldBytes() - before);
    lengths.push(record.message.length);
  }
  expect(lengths).toEqual([maximumMessageLength, 'after'.length]);
  expect(highest).toBeLessThan(20_000_000);
});

test('dates out of range are kept within what can be told', async () => {
  const repository = buildRepository();
  const tree = repository.gitWith('', 'mktree');
  const object = `tree ${tree}\nauthor A <a@b> 99999999999999999 +0000\ncommitter A <a@b> nonsense\n\nodd dates\n`;
  const id = repository.gitWith(
    object,
    'hash-object',
    '-t',
    'commit',
    '-w',
    '--stdin',
    '--literally',
  ) as CommitId;
  repository.git('update-ref', 'refs/heads/main', id);
  const [record] = await readHistory(await openReader(repository));
  expect(new Date(record?.authoredAtMs ?? Number.NaN).getUTCFullYear()).toBeLessThanOrEqual(9999);
  expect(record?.committedAtMs).toBe(0);
});

test('a submodule and a change of type are changes like others', async () => {
  const inner = buildRepository();
  inner.commit('inner', { i: '1' });
  const repository = buildRepository();
  repository.commit('file', { link: 'target' });
  repository.git('submodule', '--quiet', 'add', inner.path, 'sub');
  repository.git('rm', '-q', 'link');
  const linkId = repository.gitWith('elsewhere', 'hash-object', '-w', '--stdin');
  repository.git('update-index', '--add', '--cacheinfo', `120000,${linkId},link`);
  repository.git('commit', '-q', '-m', 'submodule');
  const reader = await openReader(repository);
  const records = await readHistory(reader);
  expect(changesOf(records[1])).toEqual(['added .gitmodules', 'type_changed link', 'added sub']);
  const tree = await reader.listTree(repository.id('HEAD'));
  expect(tree.map(({ path, mode }) => [path, mode])).toEqual([
    ['.gitmodules', '100644'],
    ['link', '120000'],
    ['sub', '160000'],
  ]);
});

test('more commits than one git process takes come back complete and in order', async () => {
  const repository = buildRepository();
  const count = 9_000;
  const stream = Array.from({ length: count }, (_, index) => {
    const message = `commit ${index}`;
    const time = 1_600_000_000 + index;
    return `commit refs/heads/main\ncommitter A <a@b> ${time} +0000\ndata ${message.length}\n${message}\nM 644 inline f${index % 50}\ndata ${String(index).length}\n${index}\n`;
  }).join('');
  repository.import(stream);
  const reader = await openReader(repository);
  const { ids } = await reader.listCommits({ tips: [repository.id('HEAD')], known: [] });
  expect(ids).toHaveLength(count);
  const shuffled = ids.toReversed();
  const records = await collect(reader.readCommits(shuffled));
  expect(records.map(({ id }) => id)).toEqual(shuffled);
  expect(records.every(({ changes, unreadable }) => changes.length === 1 && unreadable === undefined)).toBe(
    true,
  );
});

/** Paths as bytes, quoted for fast-import. */
function importFiles(repository: TestRepository, paths: readonly Buffer[], message: string): void {
  const quoted = paths.map(
    (path) => `"${[...path].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`,
  );
  const files = quoted.map((path) => `M 644 inline ${path}\ndata 1\nx\n`).join('');
  repository.import(
    `commit refs/heads/main\ncommitter A <a@b> 1700000000 +0000\ndata ${message.length}\n${message}\n${files}`,
  );
}
