// Records failures until it has recorded `count`, or for ever: those of a common stock, which all writers tell, and ones of its
// own. Prints the id of each variant and episode once its transaction is acknowledged.

import { writeSync } from 'node:fs';
import type { RepositoryId } from '../../../src/model/repository.ts';
import { openStore } from '../../contract/memory-store/example-store.ts';
import { issueMemory } from '../../fakes/issue-memory.ts';

const [directory = '', writer = '0', count = '1'] = process.argv.slice(2);
const store = openStore(directory, 300_000);
await store.transact((transaction) => {
  const id = 'r1' as RepositoryId;
  if (transaction.repository(id) === undefined) transaction.addRepository({ id, name: 'r1', createdAtMs: 0 });
});
const memory = issueMemory(store, Number(writer));
const stock = ['lxml', 'attrs', 'yarl', 'requests', 'trio', 'numpy', 'pillow', 'rich'];
for (let number = 0; number < Number(count); number++) {
  const isCommon = number % 2 === 0;
  const name = isCommon ? stock[(number / 2) % stock.length] : `own_${writer}_${number}`;
  // A common issue is told in two ways, so that episodes are attached to what others wrote.
  const hint = isCommon && number % 32 < 16 ? '\nerror: the wheel could not be built for this platform' : '';
  const { variant, episode } = await memory.record({
    output: `ModuleNotFoundError: No module named '${name}'${hint}`,
    command: 'python worker.py',
    fix: `Add ${name} to the requirements of the worker.`,
  });
  writeSync(1, `${variant.id} ${episode.id}\n`);
}
store.close();
