// Adds repositories until it has added `count`; prints the id of each once its transaction is acknowledged.
import { writeSync } from 'node:fs';
import { addExample, openStore } from '../../contract/memory-store/example-store.ts';

const [directory = '', writer = '', count = '1'] = process.argv.slice(2);
const store = openStore(directory, 300_000);
for (let number = 0; number < Number(count); number++) {
  const id = `${writer}-${number}`;
  await addExample(store, id);
  writeSync(1, `${id}\n`);
}
store.close();
