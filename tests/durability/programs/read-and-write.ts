// Reads a memory, then tries to write it; prints what came of each.
import { writeSync } from 'node:fs';
import { isAfterwitError } from '../../../src/model/errors.ts';
import { addExample, idsIn, openStore } from '../../contract/memory-store/example-store.ts';

const [directory = '', id = 'new'] = process.argv.slice(2);
const store = openStore(directory, 1_000);

function print(line: string): void {
  writeSync(1, `${line}\n`);
}

async function report(work: () => unknown): Promise<void> {
  try {
    print(JSON.stringify((await work()) ?? 'written'));
  } catch (fault) {
    print(isAfterwitError(fault) ? fault.code : String(fault));
  }
}

await report(() => idsIn(store));
await report(() => addExample(store, id));
await report(() => idsIn(store));
store.close();
