import {
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Speaker } from '../../src/model/speaker.ts';
import { openHome } from '../../src/open/open-home.ts';
import { openMemory } from '../../src/open/open-memory.ts';
import { makeRepository } from './make-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function filesIn(path: string): readonly string[] {
  return readdirSync(path).flatMap((name) => {
    const place = join(path, name);
    return statSync(place).isDirectory() ? filesIn(place) : [place];
  });
}

/** Other names for the same bytes on the disk, which stay when the files are removed. */
function keep(home: string): () => readonly string[] {
  const kept = join(folder, 'kept');
  mkdirSync(kept);
  for (const [number, file] of filesIn(home).entries())
    linkSync(file, join(kept, `${number}-${basename(file)}`));
  return () => filesIn(kept).filter((file) => readFileSync(file).some((byte) => byte !== 0));
}

test('what is purged is overwritten before it is removed', async () => {
  const home = join(folder, 'home');
  const repository = makeRepository(folder);
  {
    await using memory = await openMemory({ repository, home, speaker: ada });
    await memory.remember({ content: 'The zanzibar kettle boils at ninety degrees.' });
    await memory.index();
  }
  await using opened = await openHome({ home, repository, speaker: ada });
  await opened.backUp();
  const left = keep(home);
  expect(left().length).toBeGreaterThanOrEqual(2);

  const before = filesIn(home);
  const {
    files,
    bytes: _,
    ...planned
  } = await opened.purge({
    preview: true,
    speaker: { kind: 'agent', name: 'codex', source: 'cli' },
  });
  expect(planned).toEqual({ home, preview: true, left: [] });
  expect([filesIn(home), before.length]).toEqual([before, files]);

  expect(await opened.purge()).toMatchObject({ preview: false, left: [] });

  expect(left()).toEqual([]);
});

test('a log that a killed process left, and that is gone with the last to close it, is overwritten too', async () => {
  const repository = makeRepository(folder);
  const living = join(folder, 'living');
  const home = join(folder, 'home');
  await using memory = await openMemory({ repository, home: living, speaker: ada });
  await memory.remember({ content: 'The zanzibar kettle boils at ninety degrees.' });
  mkdirSync(home, { mode: 0o700 });
  for (const name of ['memory.db', 'memory.db-wal']) copyFileSync(join(living, name), join(home, name));
  await using opened = await openHome({ home, repository, speaker: ada });
  expect((await opened.list({ where: 'all' })).count).toBe(1);
  const left = keep(home);
  expect(left().some((file) => file.endsWith('-wal'))).toBe(true);

  await opened.purge();

  expect(left()).toEqual([]);
});
