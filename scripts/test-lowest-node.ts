// Builds, then runs the tests of all that meets Node.js itself (files, processes, SQLite, threads, HTTP, modules) on the lowest release
// that the package supports, which npm brings. Arguments go to Vitest.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const rooms = 'src/adapters/ src/cli/ src/hooks/ src/http/ src/mcp/ src/open/';
const houses = 'cli contract doors durability git hooks http mcp models package syntax';
const folders = [...rooms.split(' '), ...houses.split(' ').map((name) => `tests/${name}/`)];

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
  [...npm, 'node_modules/vitest/vitest.mjs', 'run', ...folders, ...process.argv.slice(2)],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.exitCode = status ?? 1;
