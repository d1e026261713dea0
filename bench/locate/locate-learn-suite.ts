import { basename } from 'node:path';
import { isAfterwitError, type LearningReport, openMemory } from '../../src/index.ts';
import { listWeights, type RankerWeights, shippedWeights } from '../../src/locate/features.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import type { Suite } from '../suite.ts';
import { collectExamples, type LocateExample } from './collect-examples.ts';
import { type AdaptedCase, adaptedFigures, datasetTables } from './learn-tables.ts';
import { type LearnedRepository, repositoryTable } from './learned-repositories.ts';
import { oldestCommit } from './mine-cases.ts';

/**
 * Does learning from a repository's own fixes help with its issues? Each repository learns from what lies before its oldest
 * base commit, and is then asked with the shipped weights, with its own whatever `learn` thinks of them, and with those that
 * `learn` chose.
 */
export const locateLearnSuite: Suite = {
  description: 'what learning gives',
  options: ['dataset', 'data', 'repos', 'limit'],
  async run({ datasets, repositories, home, limit }) {
    const sets = datasets.map((path) => ({
      name: basename(path).replace(/\..*$/, ''),
      cases: readIssueCases([path]).filter(({ repo }) => repositories.has(repo)),
    }));
    const every = sets.flatMap(({ cases }) => cases).slice(0, limit);
    const learned: LearnedRepository[] = [];
    const adapted = new Map<string, AdaptedCase>();
    for (const [repository, cases] of Map.groupBy(every, ({ repo }) => repo)) {
      const own = [...new Map(cases.map((issue) => [issue.instance_id, issue])).values()];
      const { report, cpuSeconds, examples } = await learnAndAsk(
        repositories.get(repository) ?? '',
        own,
        home,
      );
      const ownWeights = weightsOf(report);
      for (const example of examples) {
        adapted.set(example.issue.instance_id, {
          example,
          weights: {
            shipped: shippedWeights,
            own: ownWeights,
            chosen: report?.kind === 'learned' ? ownWeights : shippedWeights,
          },
        });
      }
      const found = examples.flatMap(({ issue }) => adapted.get(issue.instance_id) ?? []);
      learned.push({ repository, cpuSeconds, cases: found, ...(report === undefined ? {} : { report }) });
      console.error(`${repository}: ${report?.kind ?? 'too young'}, ${examples.length} issues`);
    }
    const find = (cases: readonly IssueCase[]) =>
      cases.flatMap(({ instance_id }) => adapted.get(instance_id) ?? []);
    const groups = [
      ...sets.map(({ name, cases }) => ({ name, cases: find(cases) })),
      { name: 'all, each once', cases: [...adapted.values()] },
    ];
    return {
      cases: adapted.size,
      figures: adaptedFigures([...adapted.values()]),
      tables: [...groups.flatMap(({ name, cases }) => datasetTables(name, cases)), repositoryTable(learned)],
    };
  },
};

async function learnAndAsk(path: string, cases: readonly IssueCase[], home: string) {
  await using memory = await openMemory({ repository: path, home });
  const asOf = oldestCommit(
    path,
    cases.map(({ base_commit }) => base_commit),
  );
  const startedAt = process.cpuUsage();
  const report = await memory.learn({ asOf }).catch(refused);
  const { user, system } = process.cpuUsage(startedAt);
  const examples: readonly LocateExample[] = await collectExamples(memory, cases);
  return { report, examples, cpuSeconds: (user + system) / 1_000_000 };
}

function refused(fault: unknown): undefined {
  if (!isAfterwitError(fault) || fault.code !== 'HISTORY_TOO_SHORT') throw fault;
  return undefined;
}

function weightsOf(report: LearningReport | undefined): RankerWeights {
  if (report === undefined) return shippedWeights;
  const own = Object.entries(report.weights).map(([name, weights]) => [name, weights.own]);
  return listWeights(Object.fromEntries(own));
}
