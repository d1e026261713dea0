import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMemoryStore } from '../../src/adapters/sqlite/memory/open-memory-store.ts';
import { openHome } from '../../src/index.ts';
import type { RepositoryId } from '../../src/model/repository.ts';
import { newHome, open } from '../doors/open-library.ts';
import { buildRepository, temporaryFolder } from '../git/build-repository.ts';
import { transcriptLines, writeTranscript } from './build-transcript.ts';

const noise = 'zanzibar_cache cannot be found, going on without';
const failed = [noise, 'error: boil_it has no lid', 'error: pour_it needs a lid'].join('\n');
const learning = { settings: { 'failures.learnCircumstance': 'on' } } as const;

/** A repository in which two sessions passed, each printing the same, and a failure is known. */
async function workshop(
  options: { readonly settings?: { readonly 'failures.learnCircumstance': 'on' } } = {},
) {
  const { path: repository, commit } = buildRepository();
  commit('begin', { 'src/find.ts': 'x' });
  const home = newHome();
  const transcripts = temporaryFolder();
  const memory = await open(repository, home, options);
  const opened = await openHome({ home, repository, speaker: { kind: 'user', name: 'ada', source: 'cli' } });
  onTestFinished(() => opened.close());
  for (const session of ['s1', 's2'])
    writeTranscript(
      join(transcripts, `${session}.jsonl`),
      transcriptLines({ session, directory: repository }, [{ run: 'npm test', output: noise }]),
    );
  const failure = { command: 'npm test', output: failed, exitCode: 1 };
  const { variant } = await memory.record({ fix: 'Put the lid on.', failure });
  const leftOut = async () => {
    await memory.recall({ failure });
    return (await opened.why()).receipt.failure?.circumstanceLines;
  };
  const learned = () => {
    const store = openMemoryStore({ directory: home, clock: { nowMs: () => 0 } });
    try {
      return store.read((reader) =>
        reader.repositories().flatMap(({ id }) => reader.circumstances(id as RepositoryId)),
      );
    } finally {
      store.close();
    }
  };
  return { home, memory, opened, transcripts, variant, leftOut, learned };
}

function filesHolding(text: string, place: string): readonly string[] {
  return readdirSync(place).flatMap((name) => {
    const path = join(place, name);
    if (statSync(path).isDirectory()) return filesHolding(text, path);
    return readFileSync(path).includes(text) ? [path] : [];
  });
}

describe('what passing runs of sessions print', () => {
  it('counts no longer as telling once it was mined, and is no text anywhere', async () => {
    const { memory, opened, transcripts, variant, leftOut, learned } = await workshop(learning);
    expect(await leftOut()).toBeUndefined();
    expect((await memory.mineSessions({ places: [transcripts], preview: true })).lessons).toEqual([]);
    expect(learned()).toEqual([]);
    await memory.mineSessions({ places: [transcripts] });
    await memory.mineSessions({ places: [transcripts] });
    expect(await leftOut()).toBe(1);
    expect(learned()).toHaveLength(1);
    expect(learned()[0]?.body).toMatch(/^\[1,[\d,]+\]$/);
    const lines = [...opened.exportLines({ where: 'all' })].join('');
    expect(lines).not.toContain('circumstances');
    // The failure that was recorded holds the line as its own; forgotten, nothing does.
    const copy = await opened.backUp();
    await opened.forget({ ids: [variant.id] });
    expect(learned()).toEqual([]);
    await opened.restore(copy.path);
    expect(learned()).toEqual([]);
  });

  it('is forgotten with everything else', async () => {
    const { home, memory, opened, transcripts } = await workshop(learning);
    await memory.mineSessions({ places: [transcripts] });
    await memory.close();
    expect((await opened.purge()).left).toEqual([]);
    expect(() => filesHolding('zanzibar', home)).toThrow('ENOENT');
  });

  it('is not learned unless the setting says so', async () => {
    const { memory, transcripts, leftOut, learned } = await workshop();
    await memory.mineSessions({ places: [transcripts] });
    expect(await leftOut()).toBeUndefined();
    expect(learned()).toEqual([]);
  });
});
