// Everything that must hold before a change lands, tests apart. All steps run, whatever fails; CI runs the same.
// Usage: npm run check [-- STEP...]
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

interface Step {
  readonly name: string;
  /** Program of Node, and its arguments. */
  readonly command: readonly [string, ...string[]];
}

/** Steps of one row need what the one before them has made; rows run beside each other, the longest first. */
const rows: readonly (readonly Step[])[] = [
  [
    { name: 'build', command: ['scripts/build.ts'] },
    {
      name: 'package-types',
      command: [
        'node_modules/@arethetypeswrong/cli/dist/index.js',
        ...[
          '--pack',
          '.',
          '--profile',
          'esm-only',
          '--format',
          'table-flipped',
          '--no-summary',
          '--no-emoji',
        ],
      ],
    },
    { name: 'package', command: ['node_modules/publint/src/cli.js', '--strict'] },
  ],
  [{ name: 'architecture', command: ['scripts/architecture.ts'] }],
  [{ name: 'unused', command: ['node_modules/knip/bin/knip.js'] }],
  [{ name: 'docs', command: ['scripts/docs.ts'] }],
  [{ name: 'types', command: ['node_modules/typescript/bin/tsc', '-p', '.'] }],
  [{ name: 'types-of-dashboard', command: ['node_modules/typescript/bin/tsc', '-p', 'dashboard'] }],
  [{ name: 'types-of-bench', command: ['node_modules/typescript/bin/tsc', '-p', 'bench'] }],
  [
    {
      name: 'format-and-lint',
      command: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
    },
  ],
  [{ name: 'links', command: ['scripts/check-links.ts'] }],
  [{ name: 'size', command: ['scripts/check-size.ts'] }],
  [{ name: 'commits', command: ['scripts/check-commits.ts'] }],
];

const names = rows.flat().map(({ name }) => name);
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}

const chosen = rows.map((row) => row.filter(({ name }) => wanted.length === 0 || wanted.includes(name)));
const failed: string[] = [];
const waiting = [...chosen];
await Promise.all(
  Array.from({ length: availableParallelism() }, async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift())
      for (const step of row) if (!(await passes(step))) failed.push(step.name);
  }),
);
console.log(
  failed.length === 0 ? `\n${chosen.flat().length} steps passed` : `\nfailed: ${failed.join(', ')}`,
);
process.exitCode = failed.length > 0 ? 1 : 0;

/** Prints what the step has printed once it has ended, so that steps do not speak at once. */
async function passes({ name, command }: Step): Promise<boolean> {
  const startedAtMs = performance.now();
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const status = await new Promise<number | null>((resolve) => {
    child
      .once('error', (fault) => {
        printed += fault.message;
        resolve(null);
      })
      .once('close', resolve);
  });
  const tookSeconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  const end = printed === '' || printed.endsWith('\n') ? '' : '\n';
  console.log(
    `\n── ${name} ${'─'.repeat(Math.max(0, 70 - name.length))}\n${printed}${end}${status === 0 ? 'passed' : 'FAILED'} in ${tookSeconds} s`,
  );
  return status === 0;
}
