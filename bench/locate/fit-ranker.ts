import { scoreExample } from '../../src/locate/adapt-weights.ts';
import { type FeatureName, featureNames, featureOf, shippedWeights } from '../../src/locate/features.ts';
import { poolSize } from '../../src/locate/rank-files.ts';
import { fitListwise, type ListwiseExample } from '../../src/numeric/fit-listwise.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { goldRanks, methodTable, prefixed, rankFigures } from '../reporting/gold-ranks.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { byDataset } from './ask-issues.ts';
import { historyQuestions } from './history-questions.ts';
import { askAll, visitRepositories } from './visit-repositories.ts';

/** A question with the features of its likeliest files, and which of them the fix changes. */
interface Example extends ListwiseExample {
  readonly issue: IssueCase;
  readonly files: readonly string[];
  readonly isMined: boolean;
}

/** Real issues are few: how often each is seen for every time a mined question is. */
const issueRepetitions = 3;
/** Messages that name a file were left out, so mined questions would teach that names say nothing. */
const silentInMined: ReadonlySet<FeatureName> = new Set(['namedPath', 'module']);
const nonNegative = featureNames.map((name) => featureOf(name).kind === 'evidence');

/** Weights of files fitted on past fixes and on the issues of the datasets, which are judged by weights of other repositories. */
export async function fitRanker(options: SuiteOptions): Promise<SuiteReport> {
  const { datasets, repositories, limit, questions, seed } = options;
  const issues = readIssueCases(datasets).filter(({ repo }) => repositories.has(repo));
  const fixes = [...repositories].flatMap(([name, path]) => historyQuestions(path, name, questions, seed));
  const mined = new Set<IssueCase>(fixes);
  const cases = [...issues.slice(0, limit), ...fixes];
  const examples = await visitRepositories(cases, options, async (memory, own) =>
    askAll(own, async (issue): Promise<Example> => {
      const asked = { asOf: issue.base_commit, topK: poolSize, explain: true, weights: 'shipped' } as const;
      const located = await memory.locate(issue.problem_statement, asked);
      const files = located.files.map(({ path }) => path);
      const right = [...files.keys()].filter((at) => issue.gold_files.includes(files[at] ?? ''));
      const rows = Float64Array.from(
        located.files.flatMap(({ features = {} }) => featureNames.map((name) => features[name] ?? 0)),
      );
      return { files, rows, right, issue, isMined: mined.has(issue) };
    }),
  );
  const judged = examples.filter(({ isMined }) => !isMined);
  const repositoriesOf = new Set(judged.map(({ issue }) => issue.repo));
  const without = new Map(
    [...repositoriesOf].map((repo) => [
      repo,
      fitWeights(examples.filter(({ issue }) => issue.repo !== repo)),
    ]),
  );
  const methods = {
    'fitted without the repository': ({ issue }: Example) => without.get(issue.repo) ?? shippedWeights,
    'as shipped': () => shippedWeights,
  };
  const groups = byDataset(datasets, judged).map(({ name, answers }) => ({
    name,
    methods: Object.entries(methods).map(([method, weightsOf]) => ({
      name: method,
      ranks: answers.map((one) => goldRanks(rankBy(one, weightsOf(one)), one.issue.gold_files)),
    })),
  }));
  const fitted = fitWeights(examples);
  return {
    cases: examples.length,
    figures: Object.assign(
      {},
      ...groups.map(({ name, methods: [own] }) => prefixed(name, rankFigures(own?.ranks ?? []))),
    ),
    tables: [
      ...groups.map(({ name, methods: all }) => methodTable(name, all)),
      tableOf(
        `Weights fitted on ${examples.length - judged.length} past fixes and ${judged.length} issues`,
        featureNames.entries(),
        {
          feature: ([, name]) => name,
          fitted: ([at]) => (fitted[at] ?? 0).toFixed(2),
          shipped: ([at]) => (shippedWeights[at] ?? 0).toFixed(2),
        },
      ),
    ],
  };
}

function fitWeights(examples: readonly Example[]): readonly number[] {
  const heard = ({ rows, right, isMined }: Example): ListwiseExample => {
    const isSilent = featureNames.map((name) => isMined && silentInMined.has(name));
    return { right, rows: rows.map((value, i) => (isSilent[i % featureNames.length] ? 0 : value)) };
  };
  const taught = examples.flatMap((one) =>
    new Array<ListwiseExample>(one.isMined ? 1 : issueRepetitions).fill(heard(one)),
  );
  const options = { epochs: 12, learningRate: 0.01, penalty: 1e-3, batchSize: 16, seed: 1 };
  return fitListwise(taught, { ...options, nonNegative });
}

/** Files by their weighted features, best first, equal ones by path, so that the product's order does not leak in. */
function rankBy({ files, rows }: Example, weights: readonly number[]): readonly string[] {
  const scores = scoreExample({ rows }, weights);
  const before = (a: number, b: number) => ((files[a] as string) < (files[b] as string) ? -1 : 1);
  return [...files.keys()]
    .sort((a, b) => (scores[b] as number) - (scores[a] as number) || before(a, b))
    .map((row) => files[row] as string);
}
