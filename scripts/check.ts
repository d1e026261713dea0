// Everything that must hold before a change lands, tests apart. All steps run, whatever fails; CI runs the same.
// Usage: npm run check [-- STEP...]
import { spawnSync } from 'node:child_process';

interface Step {
  readonly name: string;
  /** Program of Node, and its arguments. */
  readonly command: readonly [string, ...string[]];
}

const steps: readonly Step[] = [
  {
    name: 'format-and-lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  },
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { name: 'types-of-dashboard', command: ['node_modules/typescript/bin/tsc', '-p', 'dashboard'] },
  { name: 'types-of-bench', command: ['node_modules/typescript/bin/tsc', '-p', 'bench'] },
  { name: 'architecture', command: ['scripts/architecture.ts'] },
  { name: 'unused', command: ['node_modules/knip/bin/knip.js'] },
  { name: 'docs', command: ['scripts/docs.ts'] },
  { name: 'links', command: ['scripts/check-links.ts'] },
  { name: 'commits', command: ['scripts/check-commits.ts'] },
  { name: 'build', command: ['scripts/build.ts'] },
  { name: 'package', command: ['node_modules/publint/src/cli.js', '--strict'] },
  {
    name: 'package-types',
    command: [
      'node_modules/@arethetypeswrong/cli/dist/index.js',
      ...['--pack', '.', '--profile', 'esm-only', '--format', 'table-flipped', '--no-summary', '--no-emoji'],
    ],
  },
];

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  console.error(
    `No such step: ${unknown.join(', ')}. There are: ${steps.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const failed = chosen.filter((step) => !passes(step)).map(({ name }) => name);
console.log(failed.length === 0 ? `\n${chosen.length} steps passed` : `\nfailed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function passes({ name, command }: Step): boolean {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}`);
  const startedAtMs = performance.now();
  const { status, error } = spawnSync(process.execPath, command, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) console.error(error.message);
  const tookSeconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  console.log(`${status === 0 ? 'passed' : 'FAILED'} in ${tookSeconds} s`);
  return status === 0;
}
