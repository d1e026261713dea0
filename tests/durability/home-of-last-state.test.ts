import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { openHome, openMemory } from '../../src/api/memory.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

/** Files that commit fedac44 wrote: its `memory.db`, and the JSON Lines of its `export`. */
const folder = join(import.meta.dirname, 'home-of-fedac44');
const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
const clock = { nowMs: () => Date.parse('2026-11-21T10:00:00Z') };
const failure = {
  command: 'npm test',
  output: "FAIL tests/boil.test.ts\nError: Cannot find module './whistle'\n    at src/boil.ts:3:1\n",
  exitCode: 1,
};
const titles = [
  'I prefer small commits with a test each.',
  'Invoices are numbered per tenant without gaps, because auditors reject missing numbers.',
  'Mails leave through the outbox table.',
  'Never commit generated files under dist; they are built by the release job.',
  'Open: move the kettle to the new boiler.',
  "npm test: Error: Cannot find module './whistle'",
  'npm run build: FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
];

/** A clone at another place than the one that the home knows. */
function newClone(): string {
  const repository = buildRepository();
  repository.commit('Boil water', { 'src/boil.ts': 'export const boil = () => 100;\n' });
  return repository.path;
}

function oldHome(name = 'home-of-fedac44'): string {
  const home = temporaryFolder();
  writeFileSync(
    join(home, 'memory.db'),
    gunzipSync(readFileSync(join(import.meta.dirname, name, 'memory.db.gz'))),
  );
  return home;
}

it('opens the memory of the last state: lists, explains and recalls what was in it', async () => {
  const [home, repository] = [oldHome(), newClone()];
  const opened = await openHome({ home, repository, speaker: ada, clock });
  onTestFinished(() => opened.close());
  const { items } = await opened.list({ where: 'all', statuses: ['active', 'archived'] });
  expect(items.map(({ title }) => title).sort()).toEqual([...titles].sort());
  expect(items.filter(({ status }) => status === 'archived').map(({ title }) => title)).toEqual([titles[2]]);
  const { failures } = await opened.failures({ where: 'all' });
  expect(failures).toHaveLength(2);

  const memory = await openMemory({ home, repository, speaker: ada, clock });
  onTestFinished(() => memory.close());
  const known = await memory.repositories.all();
  const kettle = known.find(({ name }) => name === 'kettle');
  await memory.repositories.link(kettle?.id ?? '', { speaker: ada });
  const asked = await memory.recall({ query: 'how are invoices numbered?' });
  expect(asked.memories[0]?.item.title).toBe(titles[1]);
  const unasked = await memory.recall({ failure, moment: 'after_failure' });
  expect(unasked.memories.map(({ item }) => item.content)).toEqual([
    'Run npm run generate before the tests: it writes whistle.ts.',
  ]);
  const why = await opened.why(unasked.decisionId);
  expect(why.receipt.moment).toBe('after_failure');
  expect((await memory.diagnose()).checks.filter(({ result }) => result === 'problem')).toEqual([]);
});

it('opens the memory of commit 84bf7a9, four schemas ago: recalls what was in it, and takes a judgement', async () => {
  const [home, repository] = [oldHome('home-of-84bf7a9'), newClone()];
  const memory = await openMemory({ home, repository, speaker: ada, clock });
  onTestFinished(() => memory.close());
  const [kettle] = (await memory.repositories.all()).filter(({ name }) => name === 'kettle');
  await memory.repositories.link(kettle?.id ?? '', { speaker: ada });
  const asked = await memory.recall({ query: 'how are invoices numbered?' });
  expect(asked.memories[0]?.item.title).toBe(titles[1]);
  const failed = await memory.recall({ failure, moment: 'after_failure' });
  expect(failed.memories.map(({ item }) => item.content)).toEqual([
    'Run npm run generate before the tests: it writes whistle.ts.',
  ]);
  const opened = await openHome({ home, repository, speaker: ada, clock });
  onTestFinished(() => opened.close());
  const { kind } = await opened.feedback({ decision: failed.decisionId, outcome: 'verified' });
  expect(kind).toBe('recorded');
  expect((await memory.diagnose()).checks.filter(({ result }) => result === 'problem')).toEqual([]);
});

it('forgets what the last state learned of passing runs, which nothing reads any more', async () => {
  const home = oldHome();
  const tables = ['circumstances', 'circumstance_salt'];
  const rows = (work: (database: DatabaseSync) => unknown) => {
    const database = new DatabaseSync(join(home, 'memory.db'));
    const result = work(database);
    database.close();
    return result;
  };
  rows((database) => {
    database.exec(`INSERT INTO circumstance_salt (sequence, digest, salt) VALUES (1, 0, 'kettle');
      INSERT INTO circumstances (repository_id, family, at_ms, digest, body)
      SELECT id, 1, 0, 0, '[]' FROM repositories`);
  });
  const memory = await openMemory({ home, repository: newClone(), speaker: ada, clock });
  await memory.remember({ content: 'Mind the gap between build and deployment.' });
  await memory.close();
  const counts = rows((database) =>
    tables.map((table) => database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count),
  );
  expect(counts).toEqual([0, 0]);
});

it('imports the JSON Lines of the last state', async () => {
  const [home, repository] = [temporaryFolder(), newClone()];
  copyFileSync(join(folder, 'memories.jsonl'), join(home, 'memories.jsonl'));
  await using memory = await openMemory({ home, repository, speaker: ada, clock });
  await memory.repositories.current();
  const opened = await openHome({ home, repository, speaker: ada, clock });
  onTestFinished(() => opened.close());
  async function* lines() {
    yield readFileSync(join(home, 'memories.jsonl'));
  }
  const report = await opened.importLines(lines(), { scope: 'repo' });
  expect(report.faults).toEqual([]);
  const { items } = await opened.list({ where: 'all', statuses: ['active', 'archived'] });
  expect(items.map(({ title }) => title)).toEqual(expect.arrayContaining(titles));
});
