import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAfterwitError, type Memory, openMemory } from '../../src/index.ts';
import { functionFeatureNames } from '../../src/locate/rank-functions.ts';
import { type ReplayIssue, readReplayIssues } from '../datasets/replay-issues.ts';
import type { Table } from '../reporting/table.ts';
import type { Suite, SuiteOptions } from '../suite.ts';
import { fixesAnswered, fixesLabelled, fixFigures, fixTable } from './judge-earlier-fixes.ts';
import {
  type AskedFunctions,
  functionFigures,
  functionTables,
  type JudgedFunctions,
  leaveOutFunctions,
  weightsTable,
} from './judge-functions.ts';
import { mineFunctions } from './mine-functions.ts';

/** More than the best files have: the weights are fitted on all of them. */
const allFunctions = 100_000;
const mostPastFixes = 60;

/** Does locate name the functions that the fix of an issue changes, and past fixes of them? */
export const locateFunctionsSuite: Suite = {
  description: 'functions and past fixes that locate names for issues',
  options: ['data', 'repos', 'limit', 'questions', 'results'],
  requires: ['repos'],
  async run(options) {
    const { repositories, limit } = options;
    const issues = readReplayIssues(options.data)
      .filter(({ repo, functions }) => repositories.has(repo) && functions.length > 0)
      .slice(0, limit);
    const asked = await askAll(issues, options);
    const withIssues = new Set(issues.map(({ repo }) => repo));
    const mined = await askAll(await mineOthers(options, withIssues), options);
    const judged = leaveOutFunctions(asked);
    const judgedMined = leaveOutFunctions(mined, asked);
    return {
      cases: judged.length + judgedMined.length,
      figures: {
        ...functionFigures(judged),
        ...fixFigures(judged, fixesAnswered),
        ...prefixed('labelled_', fixFigures(judged, fixesLabelled(options.data))),
        ...(mined.length === 0 ? {} : prefixed('mined_', functionFigures(judgedMined))),
      },
      tables: [
        ...tablesOf(judged, 'Issues'),
        fixTable(judged, fixesLabelled(options.data), 'Issues, labelled fixes as the memory'),
        ...(mined.length === 0 ? [] : tablesOf(judgedMined, 'Mined fixes')),
        weightsTable(asked, functionFeatureNames),
      ],
    };
  },
};

function tablesOf(judged: readonly JudgedFunctions[], what: string): readonly Table[] {
  return [...functionTables(judged, what), fixTable(judged, fixesAnswered, what)];
}

function prefixed(prefix: string, figures: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}${name}`, value]));
}

/** Past fixes of the repositories that have no issues. */
async function mineOthers(
  { repositories, questions, home, limit }: SuiteOptions,
  withIssues: ReadonlySet<string>,
): Promise<readonly ReplayIssue[]> {
  const mined: ReplayIssue[] = [];
  for (const [slug, path] of repositories) {
    if (withIssues.has(slug) || mined.length >= limit) continue;
    await using memory = await openMemory({ repository: path, home });
    mined.push(...(await mineFunctions(memory, path, slug, questions)));
  }
  return mined.slice(0, limit);
}

async function askAll(
  issues: readonly ReplayIssue[],
  { repositories, home, results }: SuiteOptions,
): Promise<readonly AskedFunctions[]> {
  const asked: AskedFunctions[] = [];
  for (const [repository, own] of Map.groupBy(issues, ({ repo }) => repo)) {
    await using memory = await openMemory({ repository: repositories.get(repository) ?? '', home });
    for (const issue of own) asked.push(...(await askOnce(memory, issue, results)));
    console.error(`${repository}: ${own.length} questions`);
  }
  return asked;
}

/** Answers are kept in the folder of results, to go on from. */
async function askOnce(
  memory: Memory,
  issue: ReplayIssue,
  results: string | undefined,
): Promise<readonly AskedFunctions[]> {
  if (results === undefined) return await ask(memory, issue);
  const file = join(results, `functions-${issue.instance_id.replace(/[^\w.-]/g, '_')}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as readonly AskedFunctions[];
  const answer = await ask(memory, issue);
  mkdirSync(results, { recursive: true });
  writeFileSync(file, JSON.stringify(answer));
  return answer;
}

/** Nothing where the repository lacks the commit. */
async function ask(memory: Memory, issue: ReplayIssue): Promise<readonly AskedFunctions[]> {
  try {
    const {
      functions = [],
      pastFixes = [],
      files,
    } = await memory.locate(issue.issue, {
      asOf: issue.base_commit,
      functions: allFunctions,
      pastFixes: mostPastFixes,
      explain: true,
    });
    return [{ issue, functions, pastFixes, files }];
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
    return [];
  }
}
