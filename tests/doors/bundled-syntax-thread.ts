import { createRequire, syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import { programFile } from './run-program.ts';

const threads = createRequire(import.meta.url)('node:worker_threads') as typeof import('node:worker_threads');

/** Starts the bundled thread instead of its sources: stripping their types takes as long as all its other work. */
class QuickWorker extends threads.Worker {
  constructor(...[file, options]: ConstructorParameters<typeof threads.Worker>) {
    super(
      String(file).endsWith('/syntax-worker.ts') ? pathToFileURL(programFile('syntax-worker')) : file,
      options,
    );
  }
}

// Files that share a process share this too.
if (threads.Worker.name !== QuickWorker.name) {
  threads.Worker = QuickWorker;
  syncBuiltinESMExports();
}
