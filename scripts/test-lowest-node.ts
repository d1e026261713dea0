// Runs tests of all that meets Node.js itself on the lowest release that the package supports, which npm brings. Arguments go to Vitest.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const rooms = 'src/adapters/ src/cli/ src/hooks/ src/http/ src/mcp/ src/open/';
/** What is asked of Node.js, and the houses, or files of them, that ask it. */
const houses = {
  SQLite: ['contract/', 'durability/memory-'],
  processes: [
    'git/read-history',
    'git/interrupted-reading',
    'models/command-model',
    'durability/gate-together',
  ],
  threads: ['syntax/'],
  HTTP: ['http/', 'models/http-model'],
  modules: ['package/', 'hooks/compile-cache', 'cli/compiled-code', 'hooks/opencode'],
  streams: ['hooks/claude-code', 'hooks/hook-start', 'mcp/lifetime', 'mcp/real-memory', 'cli/end-to-end'],
};
const tests = Object.values(houses).flatMap((names) => names.map((name) => `tests/${name}`));

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

console.log(`testing on Node.js ${lowest}`);
const { status } = spawnSync(
  'npm',
  [...npm, 'node_modules/vitest/vitest.mjs', 'run', ...rooms.split(' '), ...tests, ...process.argv.slice(2)],
  {
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);
process.exitCode = status ?? 1;
