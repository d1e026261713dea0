import { chmodSync, copyFileSync, readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addExample, makeFolder, openStore } from '../contract/memory-store/example-store.ts';
import { runProgram } from '../doors/run-program.ts';
import { mayMount, mountReadOnly } from './mount.ts';
import { mayBeNobody, nobody } from './nobody.ts';

/** The three lines of `read-and-write` in a child that may not write to a home. */
async function readAndWrite(
  directory: string,
  options: { readonly uid?: number; readonly gid?: number } = {},
) {
  const program = runProgram('read-and-write', [directory], options);
  await program.ended;
  return program.lines();
}

/** States in which a memory's files may be found. */
const states = [
  { name: 'closed', files: ['memory.db'], ids: ['a'] },
  { name: 'open elsewhere', files: ['memory.db', 'memory.db-wal', 'memory.db-shm'], ids: ['a', 'b'] },
  { name: 'left by a kill', files: ['memory.db', 'memory.db-wal'], ids: ['a', 'b'] },
];

describe('a home that cannot be written', () => {
  const source = makeFolder();
  const home = makeFolder();

  async function placeMemory(files: readonly string[]): Promise<void> {
    const first = openStore(source.path);
    await addExample(first, 'a');
    first.close();
    const second = openStore(source.path);
    await addExample(second, 'b');
    if (files.length > 1)
      for (const name of files) copyFileSync(join(source.path, name), join(home.path, name));
    second.close();
  }

  async function placeClosedMemory(): Promise<void> {
    const store = openStore(home.path);
    await addExample(store, 'a');
    store.close();
  }

  const place = async (files: readonly string[]) => {
    await (files.length === 1 ? placeClosedMemory() : placeMemory(files));
    letOthersRead();
  };

  /** Files are made for their owner alone; this one lets others read them. */
  function letOthersRead(): void {
    for (const name of readdirSync(home.path)) chmodSync(join(home.path, name), 0o644);
  }

  beforeEach(() => {
    for (const folder of [source, home]) folder.renew();
    chmodSync(home.path, 0o755);
  });

  afterEach(() => {
    source.remove();
    home.remove();
  });

  it.runIf(mayMount()).each(states)(
    'on a read-only mount, $name: reads go on, writes say why',
    async (state) => {
      await place(state.files);
      const mount = mountReadOnly(home.path);
      try {
        const ids = JSON.stringify(state.ids);
        expect(await readAndWrite(mount?.path ?? '')).toEqual([ids, 'HOME_NOT_WRITABLE', ids]);
      } finally {
        mount?.unmount();
      }
    },
  );

  it.runIf(mayBeNobody()).each(states)("in another user's folder, $name: the same", async (state) => {
    await place(state.files);
    const before = readdirSync(home.path);
    const ids = JSON.stringify(state.ids);
    expect(await readAndWrite(home.path, nobody)).toEqual([ids, 'HOME_NOT_WRITABLE', ids]);
    expect(readdirSync(home.path)).toEqual(before);
  });

  it.runIf(mayBeNobody())('without a memory: is empty to read', async () => {
    const expected = ['[]', 'HOME_NOT_WRITABLE', '[]'];
    expect(await readAndWrite(home.path, nobody)).toEqual(expected);
    expect(await readAndWrite(join(home.path, 'deeper'), nobody)).toEqual(expected);
  });

  it.runIf(mayBeNobody())('with a damaged memory: says that, and changes nothing', async () => {
    await place(['memory.db']);
    truncateSync(join(home.path, 'memory.db'), 8_192);
    const before = readdirSync(home.path);
    const lines = await readAndWrite(home.path, nobody);
    expect(lines).toEqual(['MEMORY_CORRUPT', 'MEMORY_CORRUPT', 'MEMORY_CORRUPT']);
    expect(readdirSync(home.path)).toEqual(before);
  });
});

it('a home whose path is a file, or runs through one, is not writable', async () => {
  const folder = makeFolder();
  const store = openStore(join(folder.path, 'home'));
  await addExample(store, 'a');
  store.close();
  for (const home of ['home/memory.db', 'home/memory.db/deeper']) {
    expect(await readAndWrite(join(folder.path, home))).toEqual(['[]', 'HOME_NOT_WRITABLE', '[]']);
  }
  folder.remove();
});
