#!/usr/bin/env node
// The published entry. A Node too old for afterwit must be able to parse and run this file far enough to be told so:
// it is a bundle of its own, imports nothing newer, and everything else is loaded behind the check.
import { silenceSqliteWarning } from './silence-sqlite-warning.ts';
import { describeUnsupportedNode, isSupportedNode } from './supported-node.ts';

/** Exit status of `UNSUPPORTED_NODE`: something about the machine must change. */
const environmentExitStatus = 5;

if (isSupportedNode(process.versions.node)) {
  silenceSqliteWarning(process);
  import('./main.ts')
    .then(({ main }) => main(process.argv.slice(2)))
    .then((status) => {
      process.exitCode = status;
    });
} else {
  process.stderr.write(`${describeUnsupportedNode(process.versions.node)}\n`);
  process.exitCode = environmentExitStatus;
}
