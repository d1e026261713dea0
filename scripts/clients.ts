// Drives what was built with programs that others made: the MCP conformance suite, the MCP inspector, and real agents, which tests/clients
// plays. They are no dependencies: they bring some 250 packages (2.4 GB), locked by their hashes in clients/locked.
// Usage: node scripts/clients.ts [FOLDER-WITH-THEM] [-- WORDS-FOR-VITEST]. Without a folder they are installed into one that is removed
// again; where no registry can be reached, nothing is run, and that is said.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { inspectServer } from './clients/inspect-server.ts';
import { installClients } from './clients/install-clients.ts';
import { playAgents } from './clients/play-agents.ts';
import { runScenarios } from './clients/run-scenarios.ts';

const words = process.argv.slice(2);
const end = words.includes('--') ? words.indexOf('--') : words.length;
const [given] = words.slice(0, end);
const work = mkdtempSync(join(tmpdir(), 'clients-'));
try {
  if (!existsSync('dist/bin.js')) throw new Error('The server is not built yet. Run "npm run build" first.');
  const folder = given === undefined ? join(work, 'installed') : resolve(given);
  const fault = given === undefined ? installClients(folder) : undefined;
  if (fault === undefined) {
    const server = ['dist/bin.js', 'mcp', '--repo', '.', '--home', join(work, 'home')];
    const failed = [
      ...(await runScenarios({ folder, work, server })),
      ...(await inspectServer({ folder, work, server })),
      ...playAgents(folder, words.slice(end + 1)),
    ];
    console.log(failed.length === 0 ? 'all passed' : `FAILED: ${failed.join(', ')}`);
    process.exitCode = failed.length === 0 ? 0 : 1;
  } else {
    console.log(`NOT RUN: the clients could not be installed: ${fault}`);
    // A lock file that fits nothing is a fault of ours, and no missing network.
    if (/EUSAGE|EINTEGRITY/.test(fault)) process.exitCode = 1;
  }
} finally {
  rmSync(work, { recursive: true, force: true });
}
