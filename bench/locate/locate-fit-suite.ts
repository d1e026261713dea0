import { basename } from 'node:path';
import { openMemory } from '../../src/index.ts';
import { type FeatureName, featureNames, features } from '../../src/locate/features.ts';
import { readBaselineRankings } from '../datasets/baseline-rankings.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { describeRate } from '../reporting/statistics.ts';
import type { Table } from '../reporting/table.ts';
import type { Figure, Suite } from '../suite.ts';
import { fitWeights, type TrainingSet } from './fit-weights.ts';
import { accuracyFigures, allGoldCount, firstHitCount, prefixed } from './locate-figures.ts';
import { locateTables } from './locate-tables.ts';
import { mineCases, oldestCommit } from './mine-cases.ts';
import { pastFeatures } from './past-features.ts';
import { judgeScores, leaveOneOut, scoreLeftOut, type WeightsFor } from './rank-left-out.ts';
import { type LocateTrace, tracePools } from './trace-cases.ts';

/** Past fixes that each repository gives to training. */
const minedPerRepository = 100;
const ablationDepths = [1, 5, 10] as const;

/**
 * Trains the weights of the linear ranker on past fixes and on the issues of `--train`, and judges each dataset by weights
 * trained without the repository a case belongs to.
 */
export const locateFitSuite: Suite = {
  description: 'weights of locate',
  options: ['dataset', 'train', 'data', 'repos'],
  async run({ datasets, trainingSets, repositories, home }) {
    const runnable = (cases: readonly IssueCase[]) => cases.filter(({ repo }) => repositories.has(repo));
    const judged = runnable(readIssueCases(datasets));
    const taught = runnable(readIssueCases(trainingSets));
    const examples = new Map<string, LocateTrace>();
    const mined: LocateTrace[] = [];
    const everything = [...new Map([...judged, ...taught].map((issue) => [keyOf(issue), issue])).values()];
    for (const [repository, own] of Map.groupBy(everything, ({ repo }) => repo)) {
      const path = repositories.get(repository) as string;
      const before = oldestCommit(
        path,
        own.map(({ base_commit }) => base_commit),
      );
      await using memory = await openMemory({ repository: path, home });
      for (const example of await tracePools(memory, own)) examples.set(keyOf(example.issue), example);
      mined.push(...(await tracePools(memory, mineCases(path, repository, before, minedPerRepository))));
      console.error(`${repository}: ${own.length} issues, ${mined.length} mined questions so far`);
    }
    const find = (cases: readonly IssueCase[]) => cases.flatMap((issue) => examples.get(keyOf(issue)) ?? []);
    const training = { issues: find(taught), mined };
    const weightsFor = leaveOneOut(training);
    const sets = datasets.map((path) => ({ path, own: find(runnable(readIssueCases([path]))) }));
    const reports = sets.map(({ path, own }) => judge(path, own, weightsFor));
    return {
      cases: judged.length,
      figures: Object.assign({}, ...reports.map(({ figures }) => figures)),
      tables: [
        ...reports.flatMap(({ tables }) => tables),
        ablationTable(sets, training),
        weightsTable(training),
      ],
    };
  },
};

function keyOf({ repo, instance_id }: IssueCase): string {
  return `${repo} ${instance_id}`;
}

function judge(
  path: string,
  examples: readonly LocateTrace[],
  weightsFor: WeightsFor,
): { readonly figures: Record<string, Figure>; readonly tables: readonly Table[] } {
  const name = nameOf(path);
  const outcomes = judgeScores(scoreLeftOut(examples, weightsFor), readBaselineRankings([path]));
  const tables = locateTables(outcomes).map((table) => ({ ...table, title: `${name}: ${table.title}` }));
  return { figures: prefixed(name, accuracyFigures(outcomes)), tables };
}

/** Results without one side of the evidence, each trained anew. */
function ablationTable(
  sets: readonly { readonly path: string; readonly own: readonly LocateTrace[] }[],
  training: TrainingSet,
): Table {
  const code = new Set(featureNames.filter((name) => !pastFeatures.has(name)));
  const variants = { both: new Set<FeatureName>(), 'code only': pastFeatures, 'past commits only': code };
  const rows = Object.entries(variants).flatMap(([variant, hidden]) => {
    const weightsFor = leaveOneOut(training, hidden);
    return sets.map(({ path, own }) => {
      const ranks = judgeScores(scoreLeftOut(own, weightsFor), new Map()).map((outcome) => outcome.ranks);
      const rates = ablationDepths.map((depth) => describeRate(allGoldCount(ranks, depth), ranks.length));
      return [variant, nameOf(path), ...rates, describeRate(firstHitCount(ranks), ranks.length)];
    });
  });
  return {
    title: 'Without one side, trained without the own repository',
    columns: ['heard', 'dataset', ...ablationDepths.map((depth) => `acc@${depth}`), 'hit@1'],
    rows,
  };
}

function nameOf(path: string): string {
  return basename(path).replace(/\..*$/, '');
}

function weightsTable(training: TrainingSet): Table {
  const weights = fitWeights(training);
  return {
    title: `Weights trained on ${training.mined.length} past fixes and ${training.issues.length} issues of all repositories`,
    columns: ['feature', 'trained', 'shipped'],
    rows: featureNames.map((name, i) => [
      name,
      (weights[i] ?? 0).toFixed(2),
      features[name].weight.toFixed(2),
    ]),
  };
}
