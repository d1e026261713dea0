import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { type Memory, openHome, openMemory } from '../../src/api/memory.ts';
import { isAfterwitError } from '../../src/model/errors.ts';
import type { Speaker } from '../../src/model/provenance.ts';
import { builtFile } from '../doors/built-file.ts';
import { times } from '../effort.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';

const command = builtFile('bin.js');
const speaker: Speaker = { kind: 'user', name: 'ada', source: 'library' };

let folder: string;
let home: string;
let repository: string;
function begin(): void {
  folder = temporaryFolder();
  home = join(folder, 'home');
  repository = repositoryWith('first');
}

function repositoryWith(message: string): string {
  const { path, commit } = buildRepository({ path: join(folder, 'kettle') });
  commit(message, { 'a.txt': message });
  return path;
}

/** The memories that a new process finds here. */
async function remembered(): Promise<readonly string[]> {
  await using opened = await openHome({ home, repository, speaker });
  return (await opened.list()).items.map(({ content }) => content);
}

/** Says something as a server does that knows nothing of what happened to its files; again when it is told to. */
async function say(memory: Memory, content: string): Promise<void> {
  try {
    await memory.remember({ content });
  } catch (fault) {
    if (!isAfterwitError(fault)) throw fault;
    await memory.remember({ content });
  }
}

const disasters: Readonly<Record<string, () => Promise<void>>> = {
  'its database is deleted': async () => rmSync(join(home, 'memory.db')),
  'its database is deleted with the log': async () => {
    for (const name of readdirSync(home)) if (/^memory\.db(?:-|$)/.test(name)) rmSync(join(home, name));
  },
  'its log is deleted': async () => {
    for (const name of readdirSync(home)) if (/^memory\.db-/.test(name)) rmSync(join(home, name));
  },
  'everything of it but its lock is deleted': async () => {
    for (const name of readdirSync(home))
      if (name.startsWith('memory.db') && !name.endsWith('.lock')) rmSync(join(home, name));
  },
  'its home is deleted': async () => rmSync(home, { recursive: true }),
  'its home is moved away': async () => renameSync(home, `${home}-away-${readdirSync(folder).length}`),
  'it is purged': async () => {
    await using opened = await openHome({ home, repository, speaker });
    await opened.purge();
  },
};

describe.each(Object.entries(disasters))('a memory in use when %s', (_, strike) => {
  it('acknowledges nothing that is not found afterwards', async () => {
    begin();
    await using memory = await openMemory({ repository, home, speaker });
    await memory.remember({ content: 'said before' });
    for (let round = 0; round < times(3, 2); round++) {
      await strike();
      await say(memory, `said after ${round}`);
      expect(await remembered()).toContain(`said after ${round}`);
    }
  });
});

it('keeps what was said before when only files go missing that are open or backed up', async () => {
  begin();
  for (const name of Object.keys(disasters).slice(0, 4)) {
    await using memory = await openMemory({ repository, home, speaker });
    await memory.remember({ content: `before: ${name}` });
    await disasters[name]?.();
    await say(memory, 'after');
    expect(await remembered()).toContain(`before: ${name}`);
  }
});

it('takes no part of what others wrote when its log is deleted', async () => {
  begin();
  await using memory = await openMemory({ repository, home, speaker });
  await memory.remember({ content: 'before' });
  await disasters['its log is deleted']?.();
  // In another process: connections of one process share what they know of the log.
  const words = [command, 'remember', 'said by another', '--home', home, '--repo', repository];
  execFileSync(process.execPath, words, { stdio: 'ignore' });
  await say(memory, 'after');
  await memory.close();
  expect(await remembered()).toEqual(expect.arrayContaining(['said by another', 'after']));
});

// The last process to end merges the log into the database, and removes it.
it.each([[[['remember', 'said by another']]], [[['remember', 'said by another'], ['list']]]])(
  'writes nothing over what others wrote without its log: %j',
  async (commands) => {
    begin();
    await using memory = await openMemory({ repository, home, speaker });
    for (const content of ['before', 'before it']) await memory.remember({ content });
    await disasters['its log is deleted']?.();
    for (const words of commands) {
      const all = [command, ...words, '--home', home, '--repo', repository];
      execFileSync(process.execPath, all, { stdio: 'ignore' });
    }
    await memory.remember({ content: 'after' });
    await memory.close();
    expect(await remembered()).toEqual(['after', 'said by another']);
  },
);

it('keeps aside what was only in its log, where others went on without the log', async () => {
  begin();
  await using memory = await openMemory({ repository, home, speaker });
  for (const content of ['before', 'before it']) await memory.remember({ content });
  await disasters['its log is deleted']?.();
  const run = (words: readonly string[]) =>
    execFileSync(process.execPath, [command, ...words, '--repo', repository], { stdio: 'ignore' });
  run(['remember', 'said by another', '--home', home]);
  await memory.remember({ content: 'after' });
  const aside = readdirSync(home).filter((name) => name.startsWith('memory.db.replaced-'));
  expect(aside).toEqual([expect.stringMatching(/Z$/)]);
  // As docs/security.md says.
  const earlier = join(folder, 'earlier');
  mkdirSync(earlier);
  copyFileSync(join(home, String(aside[0])), join(earlier, 'memory.db'));
  run(['export', '--all', '--home', earlier, '--out', join(folder, 'earlier.jsonl')]);
  run(['import', join(folder, 'earlier.jsonl'), '--scope', 'repo', '--home', home]);
  expect((await remembered()).toSorted()).toEqual(['after', 'before', 'before it', 'said by another']);
});

it('says what mends it while its log alone is missing, and is mended by the next word', async () => {
  begin();
  await using memory = await openMemory({ repository, home, speaker });
  await memory.remember({ content: 'before' });
  rmSync(join(home, 'memory.db-wal'));
  const list = [command, 'list', '--home', home, '--repo', repository];
  const { status, stderr } = spawnSync(process.execPath, list, { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({
    status: 6,
    stderr: expect.stringMatching(/its\s+next\s+call\s+writes\s+it\s+down\s+again/),
  });
  await memory.remember({ content: 'after' });
  expect(await remembered()).toEqual(['after', 'before']);
});

it('is not written down again by others while it is purged', async () => {
  begin();
  await using memory = await openMemory({ repository, home, speaker });
  await memory.remember({ content: 'a secret of ours' });
  const lock = new DatabaseSync(join(home, 'memory.db.lock'));
  lock.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  await using opened = await openHome({ home, repository, speaker });
  await expect(opened.purge()).rejects.toMatchObject({ code: 'MEMORY_BUSY' });
  expect(await remembered()).toEqual(['a secret of ours']);
  lock.close();
  await opened.purge();
  expect(existsSync(home)).toBe(false);
});

it('keeps a purged memory gone', async () => {
  begin();
  await using memory = await openMemory({ repository, home, speaker });
  await memory.remember({ content: 'a secret of ours' });
  await disasters['it is purged']?.();
  await say(memory, 'said after');
  expect(await remembered()).toEqual(['said after']);
});

it('tells a repository that took the place of another from it', async () => {
  begin();
  await using memory = await openMemory({ repository, home, speaker });
  await memory.remember({ content: 'of the first kettle' });
  renameSync(repository, join(folder, 'moved'));
  repositoryWith('another beginning');
  await say(memory, 'of the second kettle');
  expect(await remembered()).toEqual(['of the second kettle']);
  expect((await memory.recall({ query: 'kettle' })).memories.map(({ item }) => item.content)).toEqual([
    'of the second kettle',
  ]);
});

it('leaves a home that was never written to untouched when it reads', async () => {
  begin();
  await using opened = await openHome({ home, repository, speaker });
  await opened.list();
  expect(existsSync(home)).toBe(false);
});
