import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openHome, openMemory } from '../../src/api/memory.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { makeRepository } from './make-repository.ts';

const ada: Speaker = { kind: 'user', name: 'ada', source: 'library' };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-test-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

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

test('a purge overwrites files before it removes them', async () => {
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

test('the program that agents start from the home stays until they start it no more', async () => {
  const userHome = join(folder, 'ada');
  for (const name of ['HOME', 'USERPROFILE']) vi.stubEnv(name, userHome);
  vi.stubEnv('CLAUDE_CONFIG_DIR', undefined);
  const repository = makeRepository(folder);
  const home = join(folder, 'home');
  const program = join(home, 'program');
  const connected = join(userHome, '.claude.json');
  const bin = join(program, 'dist/bin.js');
  for (const path of [dirname(bin), userHome]) mkdirSync(path, { recursive: true });
  writeFileSync(bin, 'afterwit');
  writeFileSync(
    connected,
    JSON.stringify({ mcpServers: { afterwit: { command: 'node', args: [bin, 'mcp'] } } }),
  );
  const purge = async () => {
    await using memory = await openMemory({ repository, home, speaker: ada });
    await memory.remember({ content: 'The zanzibar kettle boils at ninety degrees.' });
    await using opened = await openHome({ home, repository, speaker: ada });
    const planned = await opened.purge({ preview: true });
    const purged = await opened.purge();
    expect(purged.program).toEqual(planned.program);
    return purged;
  };
  expect(await purge()).toMatchObject({ left: [], program: { path: program, startedBy: ['claude-code'] } });
  expect(filesIn(home)).toEqual([bin]);
  rmSync(connected);
  expect(await purge()).toMatchObject({ left: [], program: { path: program, startedBy: [] } });
  expect(existsSync(home)).toBe(false);
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
