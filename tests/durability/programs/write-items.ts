// Writes memories with their postings until it has written `count`, or for ever. Prints the id of each once its transaction
// is acknowledged, and how long that took.
import { writeSync } from 'node:fs';
import { exampleItem, text, wordsOf } from '../../contract/memory-store/example-items.ts';
import { openStore } from '../../contract/memory-store/example-store.ts';

const [directory = '', writer = '', count = '1'] = process.argv.slice(2);
const store = openStore(directory, 300_000);
for (let number = 0; number < Number(count); number++) {
  const id = `${writer}-${number}`;
  const words = Array.from({ length: 40 }, (_, at) => `word${(number * 7 + at * at) % 500}`).join(' ');
  const item = exampleItem(id, { content: text(`${words} `.repeat(3)) });
  const startedAtMs = performance.now();
  await store.transact((transaction) => transaction.putItem(item, wordsOf(words)));
  writeSync(1, `${id} ${(performance.now() - startedAtMs).toFixed(1)}\n`);
}
store.close();
