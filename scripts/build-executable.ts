// Writes one file that runs without Node.js: this Node, and what `npm run build` left in dist within it. For this platform only.
// Usage: npm run build:executable [-- FILE]
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error: it ships no types.
import { inject } from 'postject';
import { packAsset } from './executable/pack-asset.ts';

const file = process.argv[2] ?? (process.platform === 'win32' ? 'afterwit.exe' : 'afterwit');
const folder = mkdtempSync(join(tmpdir(), 'afterwit-executable-'));
try {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [{ files }] = JSON.parse(listed) as [{ readonly files: readonly { readonly path: string }[] }];
  const asset = join(folder, 'package');
  writeFileSync(
    asset,
    packAsset(
      '.',
      files.map(({ path }) => path),
    ),
  );
  const blob = join(folder, 'blob');
  const settings = join(folder, 'sea.json');
  const main = join(import.meta.dirname, 'executable/launch.cjs');
  writeFileSync(
    settings,
    JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, assets: { package: asset } }),
  );
  execFileSync(process.execPath, ['--experimental-sea-config', settings]);
  copyFileSync(process.execPath, file);
  // A signature that no longer fits stops macOS from starting it.
  if (process.platform === 'darwin') execFileSync('codesign', ['--remove-signature', file]);
  await inject(file, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    machoSegmentName: 'NODE_SEA',
  });
  if (process.platform === 'darwin') execFileSync('codesign', ['--sign', '-', file]);
  console.log(`${file}: ${Math.round(statSync(file).size / 1e6)} MB, of Node.js ${process.versions.node}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
