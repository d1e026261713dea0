import { expect, test } from 'vitest';
import { buildRepository } from './build-repository.ts';
import { openReader } from './open-reader.ts';

const generous = { fileBytes: 100_000, totalBytes: 1_000_000 };

test('each file has its own patch, in full', async () => {
  const repository = buildRepository();
  repository.commit('one', { a: '1\n2\n3\n', gone: 'x\n', 'old name': 'line\n'.repeat(20) });
  const id = repository.commit('two', {
    a: '1\ntwo\n3\n',
    gone: null,
    'old name': null,
    'new name': `${'line\n'.repeat(20)}end\n`,
  });
  const reader = await openReader(repository);
  const patch = await reader.readPatch(id, generous);
  expect(patch.omittedFiles).toBe(0);
  expect(patch.files.map(({ change }) => change)).toEqual([
    { status: 'modified', path: 'a' },
    { status: 'deleted', path: 'gone' },
    { status: 'renamed', path: 'new name', previousPath: 'old name' },
  ]);
  expect(patch.files[0]?.text).toMatch(/^diff --git a\/a b\/a\n[\s\S]*@@\n 1\n-2\n\+two\n 3\n$/);
  expect(patch.files.map(({ text }) => text).join('')).toBe(
    `${repository.git('show', '--format=', '-M', id)}\n`,
  );
  expect(patch.files.every(({ omittedBytes, binary }) => omittedBytes === 0 && !binary)).toBe(true);
});

test('content that looks like a patch stays content', async () => {
  const repository = buildRepository();
  const forged = 'diff --git a/x b/x\nBinary files a/x and b/x differ\n@@ -1 +1 @@\n-a\n+b\n';
  const id = repository.commit('forge', { one: forged, two: 'two\n' });
  const { files } = await (await openReader(repository)).readPatch(id, generous);
  expect(files.map(({ change, binary }) => [change.path, binary])).toEqual([
    ['one', false],
    ['two', false],
  ]);
  expect(files[0]?.text).toContain('+diff --git a/x b/x\n+Binary files');
});

test('binary, empty, mode, type and submodule changes each keep their place', async () => {
  const inner = buildRepository();
  inner.commit('inner', { i: '1' });
  const repository = buildRepository();
  repository.commit('one', { bin: Buffer.from([0, 1, 2]), mode: 'x\n', type: 'target\n', z: '1\n' });
  repository.git('submodule', '--quiet', 'add', inner.path, 'sub');
  repository.git('rm', '-q', '--cached', 'type');
  const link = repository.gitWith('elsewhere', 'hash-object', '-w', '--stdin');
  repository.git('update-index', '--add', '--cacheinfo', `120000,${link},type`);
  repository.git('update-index', '--chmod=+x', 'mode');
  const binary = repository.gitWith(Buffer.from([0, 9]), 'hash-object', '-w', '--stdin');
  repository.git('update-index', '--cacheinfo', `100644,${binary},bin`);
  const empty = repository.gitWith('', 'hash-object', '-w', '--stdin');
  repository.git('update-index', '--add', '--cacheinfo', `100644,${empty},empty`);
  repository.git('update-index', '--cacheinfo', `100644,${link},z`);
  repository.git('commit', '-q', '-m', 'all kinds');
  const { files } = await (await openReader(repository)).readPatch(repository.id('HEAD'), generous);
  const byPath = new Map(files.map((file) => [file.change.path, file]));
  expect(byPath.get('bin')).toMatchObject({ binary: true, change: { status: 'modified' } });
  expect(byPath.get('empty')?.text).toContain('new file mode');
  expect(byPath.get('mode')?.text).toContain('new mode 100755');
  expect(byPath.get('type')?.change.status).toBe('type_changed');
  expect(byPath.get('type')?.text).toMatch(/deleted file mode 100644[\s\S]*new file mode 120000/);
  expect(byPath.get('sub')?.text).toContain('+Subproject commit');
  expect(byPath.get('z')?.text).toContain('+elsewhere');
});

test('a merge is compared with its first parent, a root with nothing', async () => {
  const repository = buildRepository();
  const root = repository.commit('root', { a: '1\n' });
  repository.git('checkout', '-q', '-b', 'side');
  repository.commit('side', { s: 's\n' });
  repository.git('checkout', '-q', 'main');
  repository.commit('main', { a: '2\n' });
  repository.git('merge', '-q', '--no-edit', 'side');
  const reader = await openReader(repository);
  const merge = await reader.readPatch(repository.id('HEAD'), generous);
  expect(merge.files.map(({ change }) => change)).toEqual([{ status: 'added', path: 's' }]);
  expect((await reader.readPatch(root, generous)).files[0]?.text).toContain('+1');
  const nothing = repository.commit('nothing');
  expect(await reader.readPatch(nothing, generous)).toEqual({ files: [], omittedFiles: 0 });
});

test('a file over its limit is cut at a line, and says by how much', async () => {
  const repository = buildRepository();
  const id = repository.commit('long', { long: 'grün und blau\n'.repeat(5_000), short: 'x\n' });
  const reader = await openReader(repository);
  const whole = await reader.readPatch(id, generous);
  const { files } = await reader.readPatch(id, { fileBytes: 1_000, totalBytes: 100_000 });
  const [long, short] = files;
  const bytes = Buffer.byteLength(long?.text ?? '');
  expect(bytes).toBeLessThanOrEqual(1_000);
  expect(bytes).toBeGreaterThan(900);
  expect(long?.text.endsWith('+grün und blau\n')).toBe(true);
  expect(bytes + (long?.omittedBytes ?? 0)).toBe(Buffer.byteLength(whole.files[0]?.text ?? ''));
  expect(short).toMatchObject({ omittedBytes: 0 });
});

test('files past the total limit are counted, not given', async () => {
  const repository = buildRepository();
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`f${index + 10}`, 'content\n'.repeat(50)]),
  );
  const id = repository.commit('many', files);
  const patch = await (await openReader(repository)).readPatch(id, { fileBytes: 1_000, totalBytes: 3_000 });
  const bytes = patch.files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  expect(bytes).toBeLessThanOrEqual(3_000);
  expect(patch.files.length).toBeGreaterThan(3);
  expect(patch.files.length + patch.omittedFiles).toBe(30);
});

test('limits of nothing give nothing, and one line without end is cut between characters', async () => {
  const repository = buildRepository();
  const id = repository.commit('endless', { endless: '€'.repeat(50_000) });
  const reader = await openReader(repository);
  expect(await reader.readPatch(id, { fileBytes: 0, totalBytes: 0 })).toEqual({ files: [], omittedFiles: 1 });
  const { files } = await reader.readPatch(id, { fileBytes: 1_001, totalBytes: 10_000 });
  expect(files[0]?.text).not.toContain('\uFFFD');
});

test('a patch far over the limit is cut, and its rest is counted', async () => {
  const repository = buildRepository();
  const id = repository.commit('huge', { a: 'line of text\n'.repeat(4_000_000), b: 'x\n' });
  const reader = await openReader(repository);
  const patch = await reader.readPatch(id, { fileBytes: 10_000, totalBytes: 20_000 });
  expect(patch).toMatchObject({ files: [{ change: { path: 'a' } }], omittedFiles: 1 });
  expect(patch.files[0]?.omittedBytes).toBeGreaterThan(30_000_000);
});

test('bytes that are not UTF-8 are shown as replacement characters', async () => {
  const repository = buildRepository();
  const id = repository.commit('latin', { a: Buffer.from('caf\xe9\n', 'latin1') });
  const { files } = await (await openReader(repository)).readPatch(id, generous);
  expect(files[0]?.text).toContain('+caf\uFFFD\n');
});
