import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endedChildrenCpuMs } from '../reporting/processes.ts';
import { percentile } from '../reporting/statistics.ts';
import { runProcess } from '../run-process.ts';
import type { SuiteReport } from '../suite.ts';

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

interface CommandsRequest {
  readonly repository: string;
  /** Made anew; holds no memory. */
  readonly folder: string;
  /** Folder of the built bundle. */
  readonly dist: string;
  readonly runs: number;
}

/** Commands in a repository whose history and code are indexed, in turn, so that all meet the same machine. */
export async function timeCommands(request: CommandsRequest): Promise<SuiteReport> {
  const { folder, dist, runs } = request;
  const repository = resolve(request.repository);
  const home = join(folder, 'home');
  mkdirSync(home, { mode: 0o700 });
  const environment = { PATH: process.env.PATH, HOME: folder, AFTERWIT_HOME: home };
  const timed = new Map(
    Object.keys(waits).map((name) => [name, { cpuMs: [] as number[], wallMs: [] as number[] }]),
  );
  // The first two rounds read history and code, and keep what was compiled.
  for (let round = -2; round < runs; round++) {
    for (const [name, { words: given, input = {} }] of Object.entries(waits)) {
      const words = given.map((word) => (word.endsWith('.js') ? join(dist, word) : word));
      const told = { ...input, session_id: `${name} ${round}`, cwd: repository, transcript_path: '' };
      const before = endedChildrenCpuMs();
      const run = await runProcess({ words, input: JSON.stringify(told), environment, cwd: repository });
      if (run.status !== 0) throw new Error(`"${words.join(' ')}" ended with ${run.status}: ${run.stderr}`);
      if (round < 0) continue;
      timed.get(name)?.cpuMs.push(endedChildrenCpuMs() - before);
      timed.get(name)?.wallMs.push(run.wallMs);
    }
  }
  const columns = ['least CPU ms', 'median CPU ms', 'least wall ms', 'median wall ms'];
  const rows = [...timed].map(([name, { cpuMs, wallMs }]) => {
    const figures = [cpuMs, wallMs].flatMap((all) => [Math.min(...all), percentile(all, 0.5)]);
    return [name, ...figures.map((ms) => Math.round(ms))];
  });
  return {
    cases: runs * rows.length,
    figures: {},
    tables: [{ title: `Commands, ${runs} runs each`, columns: ['', ...columns], rows }],
  };
}
