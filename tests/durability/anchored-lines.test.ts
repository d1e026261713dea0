import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openHome, openMemory } from '../../src/api/memory.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
/** Stands in lines of code and of rules that memories are about, and in no text of them. */
const secret = 'ghp_9xK2mQv7LpR4tZ8wB1nC6yH3jF5dS0aGe2Uu';
const unknown = 'a-secret-of-no-known-form-Kq7';

/** A home of commit 88c12cd, which kept the first line of each place in plain text: in its memory, its backup and a copy. */
function oldHome(): string {
  const home = temporaryFolder();
  const memory = gunzipSync(readFileSync(join(import.meta.dirname, 'home-of-88c12cd', 'memory.db.gz')));
  mkdirSync(join(home, 'backups'), { mode: 0o700 });
  for (const name of ['memory.db', 'memory.db.backup', 'backups/memory-2026-11-24T08-50-32.017Z.db'])
    writeFileSync(join(home, name), memory, { mode: 0o600 });
  return home;
}

function filesHolding(folder: string, words: readonly string[]): readonly string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => words.some((word) => readFileSync(path, 'latin1').includes(word)));
}

function cloneWith(files: Readonly<Record<string, string>>): string {
  const repository = buildRepository();
  repository.commit('Boil water', files);
  return repository.path;
}

it('takes the lines out of a home that has them: memory and backup when it is opened, copies with its upkeep', async () => {
  const home = oldHome();
  expect(filesHolding(home, [secret])).toHaveLength(3);
  const repository = cloneWith({ 'src/boil.ts': 'export const boil = () => 100;\n' });
  const memory = await openMemory({ home, repository, speaker: ada });
  await memory.recall({ query: 'when is the water boiled?' });
  await memory.close();
  expect(filesHolding(home, [secret]).map((path) => path.includes('backups'))).toEqual([true]);

  await using opened = await openHome({ home, repository, speaker: ada });
  await opened.maintain();
  expect(filesHolding(home, [secret])).toEqual([]);
  const { items } = await opened.list({ where: 'all' });
  expect(items.map(({ content }) => content).sort()).toEqual([
    'Always boil to 100 degrees, never less than that.',
    'Boil before pouring.',
    'Deploy with `deploy --token [redacted:github-token]`, always from main.',
    'Never pour before the water boils.',
  ]);
  const [copy = ''] = readdirSync(join(home, 'backups'));
  await opened.restore(join(home, 'backups', copy));
  expect((await opened.list({ where: 'all' })).items).toHaveLength(4);
  expect(filesHolding(home, [secret])).toEqual([]);
});

it('keeps no line of code or of rules, whatever secret it holds', async () => {
  const home = temporaryFolder();
  const boil = `export function boil(${'x'.repeat(3)} = '${unknown}') {\n  return 1;\n}\n`;
  const repository = cloneWith({
    'AGENTS.md': `# Rules of ${secret}\n\n- Never deploy without \`deploy --token ${secret}\` <!-- ${unknown} -->\n`,
    'src/boil.ts': boil,
  });
  const memory = await openMemory({ home, repository, speaker: ada });
  const { item } = await memory.remember({ content: 'Boil first.', files: ['src/boil.ts:boil'] });
  await memory.importRules();
  expect(JSON.stringify(item)).not.toContain(unknown);
  const { memories } = await memory.recall({ query: 'what comes first, to boil?' });
  expect(memories[0]?.item.content).toBe('Boil first.');
  await memory.close();
  await using opened = await openHome({ home, repository, speaker: ada });
  let exported = '';
  for await (const line of opened.exportLines({ where: 'all' })) exported += line;
  expect(exported).toContain('"anchors"');
  expect(exported).not.toContain(unknown);
  expect(exported).not.toContain(secret);
  expect(filesHolding(home, [secret, unknown]).filter((path) => path.includes('memory.db'))).toEqual([]);
});

it('hides the lines of an import that a former version wrote, and still finds the place', async () => {
  const home = temporaryFolder();
  const repository = cloneWith({ 'src/boil.ts': 'export const boil = () => 100;\n' });
  await using memory = await openMemory({ home, repository, speaker: ada });
  await memory.repositories.current();
  await using opened = await openHome({ home, repository, speaker: ada });
  const symbol = { name: 'boil', firstLine: `const boil = '${unknown}';`, lineCount: 1, digest: 'd' };
  const line = {
    type: 'PROJECT_FACT',
    content: 'Boil first.',
    anchors: [{ path: 'src/boil.ts', blobId: 'b', symbol, removed: [unknown] }],
  };
  async function* lines() {
    yield Buffer.from(`${JSON.stringify(line)}\n`);
  }
  expect((await opened.importLines(lines(), { scope: 'repo' })).faults).toEqual([]);
  expect(filesHolding(home, [unknown])).toEqual([]);
});
