// Builds, then runs the tests on the lowest Node.js the package supports, which npm brings. Arguments go to Vitest.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly engines: { readonly node: string };
};
const lowest = /\d+\.\d+\.\d+/.exec(engines.node)?.[0];
if (lowest === undefined) throw new Error(`engines.node of package.json names no version: ${engines.node}`);

const npm = ['exec', '--yes', `--package=node@${lowest}`, '--', 'node'];
const { stdout } = spawnSync('npm', [...npm, '-p', 'process.versions.node'], { encoding: 'utf8' });
if (stdout?.trim() !== lowest) {
  console.error(
    `npm did not bring Node.js ${lowest} (got ${stdout?.trim() || 'nothing'}): is the package registry in reach?`,
  );
  process.exit(1);
}

const build = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: ['ignore', 'inherit', 'inherit'] });
if (build.status !== 0) process.exit(1);

console.log(`testing on Node.js ${lowest}`);
const { status } = spawnSync(
  'npm',
  [...npm, 'node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.exitCode = status ?? 1;
