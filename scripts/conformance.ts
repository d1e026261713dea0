// Runs the server scenarios of the MCP conformance suite that apply to us, over the built server. The suite is no dependency: it brings
// some 120 packages. Usage: npm install --prefix FOLDER @modelcontextprotocol/conformance@0.1.16; node scripts/conformance.ts FOLDER
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { applicable } from './conformance/applicable.ts';
import { openBridge } from './conformance/open-bridge.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node scripts/conformance.ts FOLDER-WITH-THE-SUITE');
  process.exit(2);
}
const suite = resolve(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const work = mkdtempSync(join(tmpdir(), 'conformance-'));
const bridge = await openBridge({
  command: process.execPath,
  args: ['dist/bin.js', 'mcp', '--repo', '.', '--home', join(work, 'home')],
});
const failed: string[] = [];
try {
  for (const scenario of applicable) {
    const { status, output } = await run([
      ...[suite, 'server', '--url', bridge.url],
      ...['--scenario', scenario, '--output-dir', work],
    ]);
    const counts = /Passed: \d+\/\d+.*/.exec(output)?.[0] ?? 'no result';
    console.log(`${status === 0 ? 'passed' : 'FAILED'} ${scenario}: ${counts}`);
    if (status === 0 && counts !== 'no result') continue;
    failed.push(scenario);
    console.log(output);
  }
} finally {
  await bridge.close();
  rmSync(work, { recursive: true, force: true });
}
console.log(`${applicable.length - failed.length} of ${applicable.length} scenarios passed`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** With what it printed, on either stream. */
async function run(
  args: readonly string[],
): Promise<{ readonly status: number | null; readonly output: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const status = await new Promise<number | null>((ended) => child.on('close', ended));
  return { status, output };
}
