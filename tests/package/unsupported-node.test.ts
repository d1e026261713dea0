import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { exitStatusOf } from '../../src/cli/report-error.ts';
import { isSupportedNode } from '../../src/open/supported-node.ts';
import { builtFile } from '../doors/built-file.ts';

/** A Node.js of this machine that afterwit does not support, if there is one. */
const unsupportedNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
  .filter(existsSync)
  .find(
    (node) =>
      !isSupportedNode(execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' }).trim()),
  );

test.skipIf(unsupportedNode === undefined)(
  'an unsupported Node.js is told so in one line (skipped when the machine has none)',
  () => {
    const { status, stdout, stderr } = spawnSync(unsupportedNode ?? '', [builtFile('bin.js'), 'status'], {
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^UNSUPPORTED_NODE: [^\n]*\^22\.23\.0 \|\| >=24\.15\.0[^\n]*\n$/);
    expect(status).toBe(exitStatusOf('UNSUPPORTED_NODE'));
  },
);
