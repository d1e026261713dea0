import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openHome, openMemory } from '../../src/api/memory.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { makeRepository } from './make-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
let folder: string;
let home: string;
let repository: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
  home = join(folder, 'home');
  repository = makeRepository(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a forgotten memory is in no file of the home, copies of earlier days included', async () => {
  await using memory = await openMemory({ repository, home, speaker: ada });
  const { item } = await memory.remember({ content: 'The zanzibar kettle boils at ninety degrees.' });
  await memory.remember({ content: 'Mind the gap between build and deployment.' });
  await using opened = await openHome({ home, repository, speaker: ada });
  const copy = await opened.backUp();
  await opened.restore(copy.path);
  expect(filesHolding('zanzibar').length).toBeGreaterThanOrEqual(3);

  const forgotten = await opened.forget({ ids: [item.id] });

  expect(forgotten.unreached).toBeUndefined();
  expect(filesHolding('zanzibar')).toEqual([]);
  await opened.restore(copy.path);
  const { items } = await opened.list({ where: 'all' });
  expect(items.map(({ content }) => content)).toEqual(['Mind the gap between build and deployment.']);
});

test('a text is forgotten in copies that hold it in memories of other days', async () => {
  await using memory = await openMemory({ repository, home, speaker: ada });
  const { item } = await memory.remember({ content: 'The zanzibar kettle boils at ninety degrees.' });
  await using opened = await openHome({ home, repository, speaker: ada });
  await opened.backUp();
  await opened.forget({ ids: [item.id], preview: true });
  expect(filesHolding('zanzibar').length).toBeGreaterThanOrEqual(2);
  await opened.forget({ text: 'zanzibar' });
  expect(filesHolding('zanzibar')).toEqual([]);
});

test('a text is forgotten in the backup of a memory that an older one took the place of', async () => {
  await using memory = await openMemory({ repository, home, speaker: ada });
  await memory.remember({ content: 'Mind the gap between build and deployment.' });
  await memory.close();
  const path = join(home, 'memory.db');
  const older = readFileSync(path);
  await using later = await openMemory({ repository, home, speaker: ada });
  await later.remember({ content: 'The zanzibar kettle boils at ninety degrees.' });
  await later.close();
  writeFileSync(path, older);
  await using opened = await openHome({ home, repository, speaker: ada });
  expect((await opened.list({ where: 'all' })).items).toHaveLength(1);
  expect(filesHolding('zanzibar')).toEqual([expect.stringContaining('memory.db.replaced-')]);
  await opened.forget({ text: 'zanzibar' });
  expect(filesHolding('zanzibar')).toEqual([]);
});

test('a copy that cannot be read is named', async () => {
  await using memory = await openMemory({ repository, home, speaker: ada });
  const { item } = await memory.remember({ content: 'The zanzibar kettle boils at ninety degrees.' });
  await using opened = await openHome({ home, repository, speaker: ada });
  const { path } = await opened.backUp();
  writeFileSync(path, readFileSync(path).fill(7, 0, 4_096));
  expect((await opened.forget({ ids: [item.id] })).unreached).toEqual([path]);
});

test('its line in the shared file of the repository is named until the line is taken out', async () => {
  await using memory = await openMemory({ repository, home, speaker: ada });
  const { item } = await memory.remember({ content: 'The zanzibar kettle boils at ninety degrees.' });
  const { item: other } = await memory.remember({ content: 'Mind the gap between build and deployment.' });
  await using opened = await openHome({ home, repository, speaker: ada });
  const { path } = await opened.share({ ids: [item.id, other.id] });
  const shared = { path, ids: [item.id] };
  expect(await opened.forget({ ids: [item.id], preview: true })).toMatchObject({ shared });
  expect(await opened.forget({ ids: [item.id] })).toMatchObject({ shared });
  await opened.share({ removed: [item.id] });
  expect(readFileSync(path, 'utf8')).not.toContain('zanzibar');
  await opened.share({ removed: [other.id] });
  expect((await opened.forget({ ids: [other.id] })).shared).toBeUndefined();
});

function filesHolding(text: string, place = home): readonly string[] {
  return readdirSync(place).flatMap((name) => {
    const path = join(place, name);
    if (statSync(path).isDirectory()) return filesHolding(text, path);
    return readFileSync(path).includes(text) ? [path] : [];
  });
}
