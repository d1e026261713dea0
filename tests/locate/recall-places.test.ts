import { expect, test } from 'vitest';
import { openHome, openMemory } from '../../src/index.ts';
import { isFull, sized } from '../effort.ts';
import { buildRepository, copiesOf, type TestRepository, temporaryFolder } from '../git/build-repository.ts';

const question = 'ArchiveReader.read_entries leaves the handle open when check_sums raises';

const reader = (close: string, name = 'read_entries') =>
  [
    'class ArchiveReader:',
    `    def ${name}(self, path):`,
    '        handle = open_archive(path)',
    '        header = parse_header(handle, self.encoding)',
    '        entries = collect_entries(handle, header)',
    '        check_sums(entries, header.sums)',
    `        ${close}`,
    '        return entries',
    '',
  ].join('\n');
const other = 'def paint(canvas):\n    draw_circle(canvas)\n    return canvas\n';

/** The gate's evidence of the place, for a failure that shares no word with the memory. */
async function placesSeen(
  repository: TestRepository,
  { locate, asOf, change }: { locate: boolean | 'again'; asOf?: string; change?: () => void },
) {
  const place = {
    repository: repository.path,
    home: temporaryFolder(),
    speaker: { kind: 'user', name: 'ada', source: 'library' },
    settings: { 'gate.policy': 'guarded_rscb_mc', 'locate.youngRepositoryCommits': 0 },
  } as const;
  await using memory = await openMemory(place);
  await using home = await openHome({ repository: place.repository, home: place.home });
  await memory.record({
    fix: 'Close it.',
    failure: { output: 'Too many files are held' },
    details: { symptom: 'Too many files are held', changed: ['src/reader.py::ArchiveReader.read_entries'] },
  });
  if (locate !== false) await memory.locate(question);
  if (change !== undefined) {
    change();
    if (locate === 'again') {
      // Looks for the head anew.
      await memory.index();
      await memory.locate(question);
    }
  }
  const { decisionId } = await memory.recall({
    failure: { output: question },
    moment: 'after_failure',
    ...(asOf === undefined ? {} : { asOf }),
  });
  const { receipt } = await home.why(decisionId);
  return receipt.verdict?.seen?.candidates.flatMap(({ place: seen }) => seen ?? []);
}

const archives = copiesOf((repository) => {
  repository.commit('Add a reader', { 'src/reader.py': reader('pass'), 'src/paint.py': other });
  for (let at = 0; at < 4; at++)
    repository.commit(`Fix the reader of archives, part ${at}`, {
      'src/reader.py': reader(`handle.close(${at})`),
    });
});
const build = () => archives().repository;

test('a recall weighs where the failure is mended, once the code is indexed', async () => {
  const repository = build();
  const [place] = (await placesSeen(repository, { locate: true })) ?? [];
  expect(place?.functionChance).toBeGreaterThan(0.05);
  expect(place?.fileChance).toBeGreaterThan(0.05);
});

test('a fix of a file that was moved since is found in the file of today', async () => {
  const repository = build();
  repository.git('mv', 'src', 'lib');
  repository.commit('Move the sources');
  const [place] = (await placesSeen(repository, { locate: true })) ?? [];
  expect(place?.functionChance).toBeGreaterThan(0.05);
  expect(place?.fileChance).toBeGreaterThan(0.05);
});

test('a fix of a function that was renamed since has no place; its failure finds it, and locate names both', async () => {
  const repository = build();
  repository.commit('Call it by what it gives', {
    'src/reader.py': reader('handle.close(3)', 'list_entries'),
  });
  expect(await placesSeen(repository, { locate: true })).toEqual([]);
  const speaker = { kind: 'user', name: 'ada', source: 'library' } as const;
  await using memory = await openMemory({ repository: repository.path, home: temporaryFolder(), speaker });
  const { variant } = await memory.record({
    fix: 'Close it.',
    failure: { output: 'Too many files are held' },
    details: { symptom: 'Too many files are held', changed: ['src/reader.py::ArchiveReader.read_entries'] },
  });
  const { units } = await memory.recall({ failure: { output: 'Too many files are held' } });
  expect(units.map(({ id }) => id)).toContain(variant.id);
  const { pastFixes } = await memory.locate(question, { pastFixes: 3 });
  expect(pastFixes?.[0]?.functions[0]).toMatchObject({
    name: 'ArchiveReader.list_entries',
    formerly: 'src/reader.py: ArchiveReader.read_entries',
  });
});

test('a recall indexes nothing, and goes on without places where the index is not there or lags behind', async () => {
  const repository = build();
  expect(await placesSeen(repository, { locate: false })).toEqual([]);
  const change = () => repository.commit('Paint thrice', { 'src/paint.py': other.repeat(3) });
  expect(await placesSeen(repository, { locate: true, change })).toEqual([]);
});

test('a commit that is gone since the history was rewritten leaves a recall as it is', async () => {
  const repository = build();
  expect(await placesSeen(repository, { locate: true, asOf: 'f'.repeat(40) })).toEqual([]);
});

test('a language without functions leaves a recall as it is', async () => {
  const repository = buildRepository();
  for (let at = 0; at < 3; at++)
    repository.commit(`Fix ArchiveReader ${at}`, {
      'docs/reader.txt': `read_entries leaves the handle open ${at}`,
    });
  expect(await placesSeen(repository, { locate: true })).toEqual([]);
});

/** Another history of the same files since the first commit; none of the others is left. */
function rewrite({ git, commit }: TestRepository): void {
  const root = git('rev-list', '--max-parents=0', 'HEAD');
  git('update-ref', 'refs/heads/main', git('commit-tree', git('write-tree'), '-p', root, '-m', 'All in one'));
  git('reflog', 'expire', '--expire=now', '--all');
  git('gc', '--quiet', '--prune=now');
  for (let at = 0; at < 3; at++)
    commit(`Fix the reader of archives again, part ${at}`, { 'src/reader.py': reader(`handle.shut(${at})`) });
}

test('where the history is rewritten in between, the place is known again once that is indexed', async () => {
  if (isFull) {
    const lagging = build();
    expect(await placesSeen(lagging, { locate: true, change: () => rewrite(lagging) })).toEqual([]);
  }
  const repository = build();
  const change = () => rewrite(repository);
  const [place] = (await placesSeen(repository, { locate: 'again', change })) ?? [];
  expect(place?.functionChance).toBeGreaterThan(0.05);
});

test('a memory whose file is gone has no place', async () => {
  const repository = build();
  const change = () => repository.commit('Drop archives', { 'src/reader.py': null });
  expect(await placesSeen(repository, { locate: 'again', change })).toEqual([]);
});

test(`a file of ${sized(50_000, 5_000)} lines in one function leaves a recall as it is`, async () => {
  const repository = build();
  const body = Array.from({ length: sized(50_000, 5_000) }, (_, at) => `    s(${at % 7})`).join('\n');
  const long = `def collect_entries(handle, header):\n${body}\n`;
  const change = () => repository.commit('Collect entries at length', { 'src/long.py': long });
  const [place] = (await placesSeen(repository, { locate: 'again', change })) ?? [];
  expect(place?.functionChance).toBeGreaterThan(0);
});
