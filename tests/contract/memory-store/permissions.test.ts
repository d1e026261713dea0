import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addExample, makeFolder, openStore } from './example-store.ts';

it.skipIf(process.platform === 'win32')('no file that holds a memory can be read by others', async () => {
  const folder = makeFolder();
  const before = process.umask(0o022);
  try {
    const openToOthers = () =>
      readdirSync(folder.path).filter((name) => {
        const { mode, size } = statSync(join(folder.path, name));
        return size > 0 && (mode & 0o077) !== 0;
      });
    const first = openStore(folder.path);
    await addExample(first, 'a');
    expect(openToOthers()).toEqual([]);
    await first.backUpTo(join(folder.path, 'copy.db'));
    first.close();
    expect(readdirSync(folder.path)).toEqual(expect.arrayContaining(['copy.db', 'memory.db.backup']));
    expect(openToOthers()).toEqual([]);
  } finally {
    process.umask(before);
    folder.remove();
  }
});
