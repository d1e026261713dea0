import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite, SuiteOptions, SuiteReport } from '../suite.ts';
import { rolloutFigures } from './rollout-figures.ts';
import { kindsTable, runsTable } from './rollout-tables.ts';
import { arms, runTask, type TaskRun } from './run-task.ts';
import { tasks } from './tasks.ts';

const plumbingAgent = `"${process.execPath}" "${join(import.meta.dirname, 'plumbing-agent.ts')}"`;

export const rolloutSuite: Suite = {
  description: 'An agent makes failing tests of small repositories pass, with and without memory.',
  options: ['agent', 'rounds', 'seconds', 'limit', 'results'],
  requires: ['agent'],
  run: runRollout,
};

async function runRollout({
  agent: named,
  rounds,
  seconds,
  limit,
  home,
  results,
}: SuiteOptions): Promise<SuiteReport> {
  const agent = named === undefined || named === 'plumbing' ? plumbingAgent : named;
  const request = {
    agent,
    limitMs: seconds * 1_000,
    folder: join(home, 'rollout'),
    results,
    build: readBuild(),
  };
  const runs: TaskRun[] = [];
  for (let round = 1; round <= rounds; round++)
    for (const task of tasks.slice(0, limit))
      for (const arm of arms) runs.push(await runTask(task, { ...request, arm, round }));
  const name = agent === plumbingAgent ? 'the plumbing agent, which knows the answers' : agent;
  return {
    cases: runs.length,
    figures: rolloutFigures(runs),
    tables: [runsTable(runs, name), kindsTable(runs)],
  };
}

/** Digest of all programs that are built. */
function readBuild(): string {
  const folder = join(import.meta.dirname, '../../dist');
  const digest = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  for (const file of files.toSorted()) digest.update(file).update(readFileSync(join(folder, file)));
  return digest.digest('hex');
}
