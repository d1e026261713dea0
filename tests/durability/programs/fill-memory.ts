// Writes until it may not, prints why and how long that took to find out, and whether what was written can be read.
import { writeSync } from 'node:fs';
import { isAfterwitError } from '../../../src/model/errors.ts';
import { idsIn, openStore, repositoryId } from '../../contract/memory-store/example-store.ts';

const [directory = '', busyTimeoutMs = '0'] = process.argv.slice(2);
const store = openStore(directory, Number(busyTimeoutMs));
const written: string[] = [];
for (;;) {
  const id = `repository-${written.length}`;
  const startedAtMs = performance.now();
  try {
    await store.transact((transaction) =>
      transaction.addRepository({ id: repositoryId(id), name: 'n'.repeat(20_000), createdAtMs: 1 }),
    );
    written.push(id);
  } catch (fault) {
    const code = isAfterwitError(fault) ? fault.code : String(fault);
    const allThere = idsIn(store).join() === written.join();
    writeSync(
      1,
      `${JSON.stringify({ code, written: written.length, allThere, tookMs: performance.now() - startedAtMs })}\n`,
    );
    break;
  }
}
store.close();
