#!/usr/bin/env node
// The published entry. A Node too old for afterwit must still be able to parse this file and run it up to the version
// check. It is therefore a bundle of its own, imports nothing newer, and loads everything else after the check.
import { keepCompiledHere, silenceSqliteWarning, startsServer } from './cli/before-start.ts';
import { describeUnsupportedNode, isSupportedNode } from './open/supported-node.ts';

/** Exit status of `UNSUPPORTED_NODE`: something about the machine must change. */
const environmentExitStatus = 5;

if (isSupportedNode(process.versions.node)) {
  silenceSqliteWarning(process);
  const words = process.argv.slice(2);
  const cache = keepCompiledHere(words, process.env);
  const uses = new Set(['start']);
  const noteUse = (what: string): void => void (/^\w{1,40}$/.test(what) && uses.add(what));
  process.once('exit', (status) => {
    if (status === 0) cache?.save([...uses]);
  });
  const running = startsServer(words)
    ? import('./mcp/main.ts').then(({ main }) => main(words.slice(1), noteUse))
    : import('./cli/main.ts').then(({ main }) =>
        main(words, noteUse, async (request) => {
          const { serve } = await import('./http/main.ts');
          return await serve({
            ...request,
            openMcp: async (place) => (await import('./mcp/main.ts')).openMcpOverHttp(place),
          });
        }),
      );
  running.then((status) => {
    process.exitCode = status;
  });
} else {
  process.stderr.write(`${describeUnsupportedNode(process.versions.node)}\n`);
  process.exitCode = environmentExitStatus;
}
