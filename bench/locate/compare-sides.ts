import type { Memory } from '../../src/index.ts';
import { scoreExample } from '../../src/locate/adapt-weights.ts';
import { type FeatureName, featureNames, featureOf, features } from '../../src/locate/features.ts';
import { fuseRankings } from '../../src/numeric/rankings.ts';
import { termsOf } from '../../src/text/terms.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { goldRanks, methodTable, prefixed, rankFigures } from '../reporting/gold-ranks.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { byDataset } from './ask-issues.ts';
import { historyQuestions } from './history-questions.ts';
import { openTokenSearch } from './token-search.ts';
import { askAll, visitRepositories } from './visit-repositories.ts';

/** A question with the features of its files as ranked. */
export interface LocateTrace {
  readonly files: readonly string[];
  readonly rows: Float64Array;
}

interface SidesAsked {
  readonly issue: IssueCase;
  readonly trace: LocateTrace;
  /** Files whose summaries are about it. */
  readonly summarised: readonly string[];
  /** By BM25 over whole files. */
  readonly plain: readonly string[];
}

type Sides = Readonly<Record<string, (asked: SidesAsked) => readonly string[]>>;

/** Everything that is in any tree. */
const everyFile = 1_000_000;
/** Coupled files are looked up for each hit, so no more are asked for than count. */
const summaryDepth = 10;
const rankedDepth = 50;
/** Fewer are a stray file of another language. */
const fewestOfLanguage = 20;

export const isPast = (name: FeatureName) => featureOf(name).from === 'history';
const byCode = ({ trace }: SidesAsked) => rerank(trace, (name) => !isPast(name));

/** Rankings by each side of the evidence: code, past commits (episodic), summaries of hot files (semantic). */
const sides: Sides = {
  both: ({ trace }) => trace.files,
  code: byCode,
  episodic: ({ trace }) => rerank(trace, isPast),
  semantic: ({ summarised }) => summarised,
  'code and semantic, fused': (asked) => fuse(byCode(asked), asked.summarised),
  'all three, fused': ({ trace, summarised }) => fuse(trace.files, summarised),
  'plain BM25 over files': ({ plain }) => plain,
};

/** What each side of the evidence answers to the issues of the datasets. */
export async function compareSides(options: SuiteOptions): Promise<SuiteReport> {
  const cases = readIssueCases(options.datasets).filter(({ repo }) => options.repositories.has(repo));
  const asked = await askSides(cases.slice(0, options.limit), options);
  const groups = byDataset(options.datasets, asked).map(({ name, answers }) => [name, answers] as const);
  return report(asked, [...groups, ['all, each once', asked]], sides);
}

/** The same of past fixes, in any language; none of the rankers was trained on these repositories. */
export async function compareOnHistory(options: SuiteOptions): Promise<SuiteReport> {
  const { repositories, questions: count, seed } = options;
  const questions = [...repositories].flatMap(([name, path]) => historyQuestions(path, name, count, seed));
  const languages = new Map<IssueCase, string>(questions.map((one) => [one, one.language]));
  const asked = await askSides(questions, options);
  const groups = [...Map.groupBy(asked, ({ issue }) => languages.get(issue) ?? '')]
    .filter(([, { length }]) => length >= fewestOfLanguage)
    .sort(([a], [b]) => a.localeCompare(b));
  const { both, code, episodic, 'plain BM25 over files': plain } = sides;
  return report(asked, [['all', asked], ...groups], { both, code, episodic, plain } as Sides);
}

function report(
  asked: readonly SidesAsked[],
  groups: readonly (readonly [name: string, own: readonly SidesAsked[]])[],
  methods: Sides,
): SuiteReport {
  const judged = groups.map(([name, own]) => ({
    ...{ name, count: own.length },
    methods: Object.entries(methods).map(([method, rank]) => ({
      name: method,
      ranks: own.map((one) => goldRanks(rank(one), one.issue.gold_files)),
    })),
  }));
  return {
    cases: asked.length,
    figures: Object.assign(
      {},
      ...judged.map(({ name, methods: [both] }) => prefixed(name, rankFigures(both?.ranks ?? []))),
    ),
    tables: judged.map(({ name, count, methods: all }) => methodTable(`${name}: ${count} questions`, all)),
  };
}

async function askSides(cases: readonly IssueCase[], options: SuiteOptions): Promise<readonly SidesAsked[]> {
  return await visitRepositories(cases, options, async (memory, own, path) => {
    const search = openTokenSearch(path, termsOf);
    return await askAll(own, async (issue) => {
      const { base_commit: asOf, problem_statement: text } = issue;
      const trace = await traceCase(memory, issue);
      const { hits } = await memory.searchSummaries(text, { asOf, topK: summaryDepth });
      const summarised = hits.map(({ summary }) => summary.path);
      return { issue, trace, summarised, plain: search.rankFiles(asOf, text) };
    });
  });
}

/** Asks with the shipped weights. */
export async function traceCase(
  memory: Pick<Memory, 'locate'>,
  issue: IssueCase,
  topK = everyFile,
): Promise<LocateTrace> {
  const options = { asOf: issue.base_commit, topK, explain: true, weights: 'shipped' } as const;
  const { files } = await memory.locate(issue.problem_statement, options);
  return {
    files: files.map(({ path }) => path),
    rows: Float64Array.from(
      files.flatMap(({ features: values = {} }) => featureNames.map((name) => values[name] ?? 0)),
    ),
  };
}

/** Files by their shipped weights of some features. */
export function rerank(trace: LocateTrace, isHeard: (name: FeatureName) => boolean): readonly string[] {
  return rankBy(
    trace,
    featureNames.map((name) => (isHeard(name) ? features[name].weight : 0)),
  );
}

/** Files by their weighted features, best first, equal ones by path, so that the product's order does not leak in. */
export function rankBy({ files, rows }: LocateTrace, weights: readonly number[]): readonly string[] {
  const scores = scoreExample({ rows }, weights);
  const before = (a: number, b: number) => ((files[a] as string) < (files[b] as string) ? -1 : 1);
  return [...files.keys()]
    .sort((a, b) => (scores[b] as number) - (scores[a] as number) || before(a, b))
    .map((row) => files[row] as string);
}

/** Ranks added up; summaries are few, and say less than the rest. */
function fuse(ranking: readonly string[], summarised: readonly string[]): readonly string[] {
  const scores = fuseRankings([
    { candidates: ranking.slice(0, rankedDepth), weight: 3 },
    { candidates: summarised, weight: 1 },
  ]);
  return [...scores].sort(([, a], [, b]) => b - a).map(([path]) => path);
}
