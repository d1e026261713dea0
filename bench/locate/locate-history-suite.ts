import { termsOf } from '../../src/text/terms.ts';
import { type GoldRanks, goldRanks } from '../reporting/gold-ranks.ts';
import type { Table } from '../reporting/table.ts';
import type { Figure, Suite } from '../suite.ts';
import { type HistoryQuestion, historyQuestions } from './history-questions.ts';
import { allGoldCount, firstHitCount, prefixed, rankFigures } from './locate-figures.ts';
import { methodTable } from './method-table.ts';
import { pastFeatures } from './past-features.ts';
import { openTokenSearch } from './token-search.ts';
import { type LocateTrace, rankGold, rerank, traceCase, weightsOf } from './trace-cases.ts';
import { visitRepositories } from './visit-repositories.ts';

interface Answered {
  readonly question: HistoryQuestion;
  readonly trace: LocateTrace;
  /** Source files by BM25 over their whole text. */
  readonly plain: readonly string[];
}

/** Rankers to compare, the product first; none was trained on these repositories. */
const methods: Readonly<Record<string, (answered: Answered) => readonly string[]>> = {
  afterwit: ({ trace }) => trace.files,
  'its code features only': ({ trace }) =>
    rerank(
      trace,
      weightsOf((name) => !pastFeatures.has(name)),
    ),
  'its past features only': ({ trace }) =>
    rerank(
      trace,
      weightsOf((name) => pastFeatures.has(name)),
    ),
  'plain BM25 over files': ({ plain }) => plain,
};

/** Does locate find what past fixes changed, in any language? */
export const locateHistorySuite: Suite = {
  description: 'locate on past fixes of any language',
  options: ['repos', 'questions', 'seed'],
  async run(options) {
    const { repositories, questions: count, seed } = options;
    const questions = [...repositories].flatMap(([name, path]) => historyQuestions(path, name, count, seed));
    const answered: Answered[] = [];
    await visitRepositories(questions, options, async (memory, own, path) => {
      const search = openTokenSearch(path, termsOf);
      for (const question of own) {
        const trace = await traceCase(memory, question);
        if (trace === undefined) continue;
        const plain = search.rankFiles(question.base_commit, question.problem_statement);
        answered.push({ question, trace, plain });
      }
    });
    const groups = [...Map.groupBy(answered, ({ question }) => question.language)]
      .filter(([, { length }]) => length >= fewestOfLanguage)
      .sort(([a], [b]) => a.localeCompare(b));
    return {
      cases: answered.length,
      figures: Object.assign({}, ...[['all', answered] as const, ...groups].map(figuresOf)),
      tables: [...[['all languages', answered] as const, ...groups].map(tableOf), repositoryTable(answered)],
    };
  },
};

/** Fewer are a stray file of another language. */
const fewestOfLanguage = 20;

function ranksOf(answered: readonly Answered[], rank: (one: Answered) => readonly string[]): GoldRanks[] {
  return answered.map((one) => goldRanks(rank(one), one.question.gold_files));
}

function tableOf([name, answered]: readonly [string, readonly Answered[]]): Table {
  return methodTable(
    `${name}: ${answered.length} past fixes`,
    Object.entries(methods).map(([method, rank]) => ({ name: method, ranks: ranksOf(answered, rank) })),
  );
}

function figuresOf([name, answered]: readonly [string, readonly Answered[]]): Record<string, Figure> {
  return prefixed(name, rankFigures(ranksOf(answered, ({ trace }) => trace.files)));
}

function repositoryTable(answered: readonly Answered[]): Table {
  const percent = (count: number, total: number) => `${Math.round((100 * count) / total)} % (${count})`;
  return {
    title: 'By repository: afterwit, and plain BM25 over files',
    columns: ['repository', 'n', 'source files', 'acc@1', 'acc@5', 'acc@10', 'hit@1', 'plain acc@5'],
    rows: [...Map.groupBy(answered, ({ question }) => question.repo)].map(([repository, own]) => {
      const ranks = own.map(({ trace }) => rankGold(trace, trace.files));
      const plain = ranksOf(own, (one) => one.plain);
      return [
        repository,
        own.length,
        own.at(-1)?.trace.files.length ?? 0,
        ...[1, 5, 10].map((depth) => percent(allGoldCount(ranks, depth), own.length)),
        percent(firstHitCount(ranks), own.length),
        percent(allGoldCount(plain, 5), own.length),
      ];
    }),
  };
}
