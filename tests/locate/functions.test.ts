import { expect, test } from 'vitest';
import { openMemory } from '../../src/index.ts';
import { sized } from '../effort.ts';
import { buildRepository, type TestRepository, temporaryFolder } from '../git/build-repository.ts';

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;

const reader = (name: string, close: string) =>
  lines(
    'class ArchiveReader:',
    `    def ${name}(self, path):`,
    '        handle = open_archive(path)',
    '        header = parse_header(handle, self.encoding)',
    '        entries = collect_entries(handle, header)',
    '        check_sums(entries, header.sums)',
    `        ${close}`,
    '        return entries',
    '',
    '    def describe(self):',
    '        return "a reader of archives"',
  );
const asked = { functions: 5, pastFixes: 5 };
const other = lines('def paint(canvas):', '    draw_circle(canvas)', '    return canvas');

async function locate(repository: TestRepository, issue: string) {
  await using memory = await openMemory({ repository: repository.path, home: temporaryFolder() });
  return await memory.locate(issue, asked);
}

/** The history is short: the code alone decides, and no probability is promised. */
const question = 'ArchiveReader.read_entries leaves the handle open when check_sums raises';

test('ranks functions, and tells how they were fixed before', async () => {
  const repository = buildRepository();
  repository.commit('Add a reader', {
    'src/reader.py': reader('read_entries', 'pass'),
    'src/paint.py': other,
  });
  const fix = repository.commit('Fix leak of the handle', {
    'src/reader.py': reader('read_entries', 'handle.close()'),
  });
  repository.commit('Paint twice', { 'src/paint.py': other.repeat(2) });
  await using memory = await openMemory({ repository: repository.path, home: temporaryFolder() });
  const { functions, pastFixes, files } = await memory.locate(question, asked);
  expect(functions?.[0]).toMatchObject({
    path: 'src/reader.py',
    name: 'ArchiveReader.read_entries',
    line: 2,
    endLine: 8,
  });
  expect(functions?.[0]?.evidence.join('; ')).toContain('the text names `read_entries`');
  expect(pastFixes).toEqual([
    {
      commit: fix,
      subject: 'Fix leak of the handle',
      committedAtMs: expect.any(Number),
      functions: [
        {
          path: 'src/reader.py',
          name: 'ArchiveReader.read_entries',
          removed: ['        pass'],
          added: ['        handle.close()'],
          omittedLines: 0,
        },
      ],
      files: ['src/reader.py'],
    },
  ]);
  expect(files).toEqual((await memory.locate(question, { functions: 0, pastFixes: 0 })).files);

  const plain = await memory.locate(question);
  expect(files).toEqual(plain.files);
  // Without the options there is no word of functions.
  expect(Object.keys(plain)).not.toContain('functions');
  expect(Object.keys(plain)).not.toContain('pastFixes');
});

test('shows no secret of a past fix', async () => {
  // Built of parts, so that no scanner takes this file for a leak.
  const secret = ['ghp', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5'].join('_');
  const repository = buildRepository();
  repository.commit('Add a reader', { 'src/reader.py': reader('read_entries', `use_token("${secret}")`) });
  repository.commit(`Fix leak of ${secret}`, { 'src/reader.py': reader('read_entries', 'handle.close()') });
  const { pastFixes } = await locate(repository, question);
  expect(pastFixes).toHaveLength(1);
  expect(JSON.stringify(pastFixes)).not.toContain(secret.slice(4, 30));
  expect(pastFixes?.[0]?.functions[0]?.removed[0]).toContain('[redacted:');
});

test('follows a function through renames of its file and of itself', async () => {
  const repository = buildRepository();
  repository.commit('Add a reader', { 'src/old.py': reader('scan', 'pass') });
  const fix = repository.commit('Fix leak of the handle', { 'src/old.py': reader('scan', 'handle.close()') });
  repository.commit('Move the reader', {
    'src/old.py': null,
    'src/reader.py': reader('scan', 'handle.close()'),
  });
  repository.commit('Call it by its name', { 'src/reader.py': reader('read_entries', 'handle.close()') });
  const { pastFixes } = await locate(repository, question);
  expect(pastFixes?.map(({ commit }) => commit)).toEqual([fix]);
  expect(pastFixes?.[0]?.functions[0]).toMatchObject({
    path: 'src/reader.py',
    name: 'ArchiveReader.read_entries',
    formerly: 'src/old.py: ArchiveReader.scan',
  });
});

test('a fix whose file is gone, one that was reverted and one that changed no function are not told as fixes of it', async () => {
  const repository = buildRepository();
  const gone = reader('read_entries', 'pass');
  repository.commit('Add readers', { 'src/gone.py': gone, 'src/reader.py': `import os\n${gone}` });
  repository.commit('Fix leak in the other reader', {
    'src/gone.py': reader('read_entries', 'handle.close()'),
  });
  repository.commit('Drop the other reader', { 'src/gone.py': null });
  const wrong = repository.commit('Fix leak of the handle', {
    'src/reader.py': `import os\n${reader('read_entries', 'handle.drop()')}`,
  });
  repository.commit(`Take it back\n\nThis reverts commit ${wrong}.`, {
    'src/reader.py': `import os\n${gone}`,
  });
  const around = repository.commit('Fix a wrong import', { 'src/reader.py': `import sys\n${gone}` });
  const { pastFixes } = await locate(repository, question);
  expect(pastFixes?.map(({ commit, functions }) => [commit, functions])).toEqual([[around, []]]);
});

test('a file of one long function, and one of a language without a grammar, are cut or left out', async () => {
  const repository = buildRepository();
  const long = `def check_sums(entries):\n${'    total = add(total, entries)\n'.repeat(sized(50_000, 5_000))}`;
  repository.commit('Add', {
    'src/long.py': long,
    'src/reader.py': reader('read_entries', 'pass'),
    'src/reader.zig': 'fn read_entries(handle: Handle) void {\n    check_sums(handle);\n}\n',
    'src/reader.cob': '       PROCEDURE DIVISION.\n       CHECK-SUMS.\n           STOP RUN.\n',
  });
  const { functions } = await locate(repository, question);
  expect(functions?.some(({ name }) => name === 'ArchiveReader.read_entries')).toBe(true);
  expect(functions?.every(({ line, endLine }) => line >= 1 && endLine >= line)).toBe(true);
});

test('an index that lags behind is brought up to date before functions are cut', async () => {
  const repository = buildRepository();
  repository.commit('Add a reader', { 'src/reader.py': reader('scan', 'pass') });
  const home = temporaryFolder();
  await using memory = await openMemory({ repository: repository.path, home });
  await memory.locate(question, { functions: 1 });
  const next = repository.commit('Call it by its name', {
    'src/reader.py': `# moved down\n${reader('read_entries', 'pass')}`,
  });
  const { functions } = await memory.locate(question, { functions: 1, asOf: next });
  expect(functions?.[0]).toMatchObject({ name: 'ArchiveReader.read_entries', line: 3 });
});
