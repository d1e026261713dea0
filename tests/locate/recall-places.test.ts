import { expect, test } from 'vitest';
import { openHome, openMemory } from '../../src/index.ts';
import { buildRepository, type TestRepository, temporaryFolder } from '../git/build-repository.ts';

const question = 'ArchiveReader.read_entries leaves the handle open when check_sums raises';

const reader = (close: string) =>
  [
    'class ArchiveReader:',
    '    def read_entries(self, path):',
    '        handle = open_archive(path)',
    '        header = parse_header(handle, self.encoding)',
    '        entries = collect_entries(handle, header)',
    '        check_sums(entries, header.sums)',
    `        ${close}`,
    '        return entries',
    '',
  ].join('\n');
const other = 'def paint(canvas):\n    draw_circle(canvas)\n    return canvas\n';

/** What the gate saw of the place, asked about a failure that has no word of the memory. */
async function placesSeen(
  repository: TestRepository,
  { locate, asOf, commit = false }: { locate: boolean; asOf?: string; commit?: boolean },
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
  if (locate) await memory.locate(question);
  if (commit) repository.commit('Paint thrice', { 'src/paint.py': other.repeat(3) });
  const { decisionId } = await memory.recall({
    failure: { output: question },
    moment: 'after_failure',
    ...(asOf === undefined ? {} : { asOf }),
  });
  const { receipt } = await home.why(decisionId);
  return receipt.verdict?.seen?.candidates.flatMap(({ place: seen }) => seen ?? []);
}

function build(): TestRepository {
  const repository = buildRepository();
  repository.commit('Add a reader', { 'src/reader.py': reader('pass'), 'src/paint.py': other });
  for (let at = 0; at < 4; at++)
    repository.commit(`Fix the reader of archives, part ${at}`, {
      'src/reader.py': reader(`handle.close(${at})`),
    });
  return repository;
}

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

test('a recall indexes nothing, and goes on without places where the index is not there or lags behind', async () => {
  const repository = build();
  expect(await placesSeen(repository, { locate: false })).toEqual([]);
  expect(await placesSeen(repository, { locate: true, commit: true })).toEqual([]);
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
