import { isAfterwitError, type Memory, openMemory } from '../../src/index.ts';
import { type ReplayIssue, readReplayIssues } from '../datasets/replay-issues.ts';
import { KeptSteps } from '../reporting/kept-steps.ts';
import type { Suite } from '../suite.ts';
import {
  type AskedFunctions,
  functionFigures,
  functionTables,
  leaveOutFunctions,
  weightsTable,
} from './judge-functions.ts';

/** More than the best files have: the weights are fitted on all of them. */
const allFunctions = 100_000;

/** Does locate name the functions that the fix of an issue changes? */
export const locateFunctionsSuite: Suite = {
  description: 'functions that locate names for issues',
  options: ['data', 'repos', 'limit', 'results'],
  requires: ['repos'],
  async run({ data, repositories, limit, home, results }) {
    const issues = readReplayIssues(data)
      .filter(({ repo, functions }) => repositories.has(repo) && functions.length > 0)
      .slice(0, limit);
    const steps = new KeptSteps('locate-functions', results, [data, limit]);
    const asked: AskedFunctions[] = [];
    for (const [repository, own] of Map.groupBy(issues, ({ repo }) => repo)) {
      const askOwn = async () => {
        await using memory = await openMemory({ repository: repositories.get(repository) ?? '', home });
        const answers: AskedFunctions[] = [];
        for (const issue of own) answers.push(...(await ask(memory, issue)));
        return answers;
      };
      asked.push(...(await steps.keep(`${repository}, ${own.length} questions`, askOwn)));
    }
    const judged = leaveOutFunctions(asked);
    return {
      cases: judged.length,
      figures: functionFigures(judged),
      tables: [...functionTables(judged), weightsTable(asked)],
    };
  },
};

/** Nothing where the repository lacks the commit. */
async function ask(memory: Memory, issue: ReplayIssue): Promise<readonly AskedFunctions[]> {
  try {
    const options = { asOf: issue.base_commit, functions: allFunctions, explain: true };
    const { functions = [], files } = await memory.locate(issue.issue, options);
    return [{ issue, functions, files }];
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
    return [];
  }
}
