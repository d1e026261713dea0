import { type FeatureName, featureNames, featureOf, shippedWeights } from '../../src/locate/features.ts';
import { poolSize } from '../../src/locate/rank-files.ts';
import { fitListwise, type ListwiseExample } from '../../src/numeric/fit-listwise.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { goldRanks, methodTable, prefixed, rankFigures } from '../reporting/gold-ranks.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { byDataset } from './ask-issues.ts';
import { isPast, type LocateTrace, rankBy, traceCase } from './compare-sides.ts';
import { historyQuestions } from './history-questions.ts';
import { askAll, visitRepositories } from './visit-repositories.ts';

/** A question with the features of its likeliest files, and which of them the fix changes. */
interface Example extends LocateTrace, ListwiseExample {
  readonly issue: IssueCase;
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
      const trace = await traceCase(memory, issue, poolSize);
      const right = [...trace.files.keys()].filter((at) => issue.gold_files.includes(trace.files[at] ?? ''));
      return { ...trace, right, issue, isMined: mined.has(issue) };
    }),
  );
  const judged = examples.filter(({ isMined }) => !isMined);
  const methods = {
    'fitted without the repository': leaveOut(examples, () => false),
    'the same, code only': leaveOut(examples, isPast),
    'the same, past commits only': leaveOut(examples, (name) => !isPast(name)),
    'as shipped': () => shippedWeights,
  };
  const groups = byDataset(datasets, judged).map(({ name, answers }) => ({
    name,
    methods: Object.entries(methods).map(([method, weightsOf]) => ({
      name: method,
      ranks: answers.map((one) => goldRanks(rankBy(one, weightsOf(one.issue.repo)), one.issue.gold_files)),
    })),
  }));
  const fitted = fitWeights(examples, () => false);
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

/** Weights by feature; those that are not heard weigh 0. */
function fitWeights(
  examples: readonly Example[],
  isHidden: (name: FeatureName) => boolean,
): readonly number[] {
  const heard = ({ rows, right, isMined }: Example): ListwiseExample => {
    const isSilent = featureNames.map((name) => isHidden(name) || (isMined && silentInMined.has(name)));
    return { right, rows: rows.map((value, i) => (isSilent[i % featureNames.length] ? 0 : value)) };
  };
  const taught = examples.flatMap((one) =>
    new Array<ListwiseExample>(one.isMined ? 1 : issueRepetitions).fill(heard(one)),
  );
  const options = { epochs: 12, learningRate: 0.01, penalty: 1e-3, batchSize: 16, seed: 1 };
  return fitListwise(taught, { ...options, nonNegative });
}

/** Weights for the cases of a repository, fitted on all others; each once. */
function leaveOut(examples: readonly Example[], isHidden: (name: FeatureName) => boolean) {
  const known = new Map<string, readonly number[]>();
  return (repository: string): readonly number[] => {
    const others = examples.filter(({ issue }) => issue.repo !== repository);
    const weights = known.get(repository) ?? fitWeights(others, isHidden);
    known.set(repository, weights);
    return weights;
  };
}
