import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endedChildrenCpuMs } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import { runProcess } from '../run-process.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';

const top = resolve(import.meta.dirname, '../..');
const mostRuns = 20;
const question = 'an empty name is not refused when a form is saved';

/** Processes that a person or an agent waits for, by their names in the table. */
const waits: Readonly<Record<string, { readonly words: readonly string[]; readonly input?: object }>> = {
  'plain Node': { words: ['-e', '0'] },
  locate: { words: ['bin.js', 'locate', question] },
  'recall, no memory': { words: ['bin.js', 'recall', question] },
  afterwit: { words: ['bin.js'] },
  'start of a session': {
    words: ['hooks/claude-code.js'],
    input: { hook_event_name: 'SessionStart', source: 'startup' },
  },
};

/** Commands in a repository whose history and code are indexed, with no memory, in turn, so that all meet the same machine. */
export async function timeCommands(
  { repository: given = top, limit }: SuiteOptions,
  folder: string,
): Promise<SuiteReport> {
  const runs = Math.min(mostRuns, limit);
  const repository = resolve(given);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  const environment = { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: home };
  const timed = new Map(
    Object.keys(waits).map((name) => [name, { cpuMs: [] as number[], wallMs: [] as number[] }]),
  );
  // The first two rounds read history and code, and keep what was compiled.
  for (let round = -2; round < runs; round++) {
    for (const [name, { words: given, input = {} }] of Object.entries(waits)) {
      const words = given.map((word) => (word.endsWith('.js') ? join(top, 'dist', word) : word));
      const told = { ...input, session_id: `${name} ${round}`, cwd: repository, transcript_path: '' };
      const before = endedChildrenCpuMs();
      const run = await runProcess({ words, input: JSON.stringify(told), environment, cwd: repository });
      if (run.status !== 0) throw new Error(`"${words.join(' ')}" ended with ${run.status}: ${run.stderr}`);
      if (round < 0) continue;
      timed.get(name)?.cpuMs.push(endedChildrenCpuMs() - before);
      timed.get(name)?.wallMs.push(run.wallMs);
    }
  }
  return {
    cases: runs * timed.size,
    figures: {},
    tables: [
      tableOf(`Commands, ${runs} runs each`, timed, {
        '': ([name]) => name,
        'least CPU ms': ([, { cpuMs }]) => Math.round(Math.min(...cpuMs)),
        'median CPU ms': ([, { cpuMs }]) => Math.round(percentile(cpuMs, 0.5)),
        'least wall ms': ([, { wallMs }]) => Math.round(Math.min(...wallMs)),
        'median wall ms': ([, { wallMs }]) => Math.round(percentile(wallMs, 0.5)),
      }),
    ],
  };
}
