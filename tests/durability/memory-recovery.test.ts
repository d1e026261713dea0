import { readdirSync, statSync, truncateSync } from 'node:fs';
import { expect, it } from 'vitest';
import { memoryFiles } from '../../src/adapters/sqlite/memory/place-memory.ts';
import { addExample, idsIn, makeFolder, openStore } from '../contract/memory-store/example-store.ts';
import { runProgram } from '../doors/run-program.ts';

const processes = ['0', '1', '2', '3', '4', '5', '6', '7'];

it('a damaged memory met by 8 processes at once is put aside once, and keeps the writes of all', async () => {
  const folder = makeFolder();
  const { database } = memoryFiles(folder.path);
  const store = openStore(folder.path);
  await addExample(store, 'before');
  store.close();
  truncateSync(database, statSync(database).size - 4_096);

  const programs = processes.map((name) => runProgram('write-repositories', [folder.path, name, '2']));
  expect(await Promise.all(programs.map(({ ended }) => ended))).toEqual(processes.map(() => 0));

  const reopened = openStore(folder.path);
  const written = processes.flatMap((name) => [`${name}-0`, `${name}-1`]);
  expect([...idsIn(reopened)].sort()).toEqual([...written, 'before']);
  reopened.close();
  const aside = readdirSync(folder.path).filter((name) => /corrupt-.*Z(?:-\d+)?$/.test(name));
  expect(aside).toHaveLength(1);
  folder.remove();
});
