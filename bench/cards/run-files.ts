import { isAfterwitError, openMemory } from '../../src/index.ts';
import { pairedBootstrap } from '../../src/numeric/bootstrap.ts';
import { isTestPath } from '../../src/text/path-role.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { readBlobs, runGit } from '../locate/run-git.ts';
import { KeptSteps } from '../reporting/kept-steps.ts';
import { mean } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../suite.ts';
import { searchByWords } from './methods/search-units.ts';
import { type ContextUnit, contextUnit } from './world/context-unit.ts';

const poolSize = 50;
const readCharacters = 100_000;
const depth = 10;
const bootstrapSeed = 17;
const methods = ['locate', 'BM25'] as const;

interface RankedCase {
  readonly gold: readonly string[];
  readonly rankings: Readonly<Record<(typeof methods)[number], readonly string[]>>;
}

/** Which file does an issue need (Table 3)? The product's `locate` beside BM25, both without a model. */
export async function runFiles(options: SuiteOptions): Promise<SuiteReport> {
  const { repositories, limit, home, results } = options;
  const datasets = options.datasets.slice(0, 1);
  const issues = readIssueCases(datasets).filter(({ repo }) => repositories.has(repo));
  // As many as wanted, from all over the data.
  const step = Math.max(1, Math.floor(issues.length / limit));
  const chosen = issues.filter((_, at) => at % step === 0).slice(0, limit);
  const steps = new KeptSteps('cards-files', results, [datasets, limit]);
  const cases: RankedCase[] = [];
  for (const [repository, own] of Map.groupBy(chosen, ({ repo }) => repo)) {
    const rank = () => rankAll(own, repositories.get(repository) ?? '', home);
    cases.push(...(await steps.keep(`${repository}, ${own.length} issues`, rank)));
  }
  const of = new Map(methods.map((method) => [method, cases.map((one) => judgeRanking(one, method))]));
  const [own = [], words = []] = of.values();
  const {
    mean: gain,
    low,
    high,
  } = pairedBootstrap(
    own.map(({ mrr }, at) => mrr - (words[at]?.mrr ?? 0)),
    bootstrapSeed,
  );
  const meanOf = (metric: keyof ReturnType<typeof judgeRanking>) => mean(own.map((one) => one[metric]));
  return {
    cases: cases.length,
    figures: {
      hit_at_1: meanOf('hit'),
      coverage: meanOf('coverage'),
      recall_at_5: meanOf('recall5'),
      recall_at_10: meanOf('recall10'),
      mrr_at_10: meanOf('mrr'),
      bm25_mrr_at_10: mean(words.map(({ mrr }) => mrr)),
    },
    tables: [
      tableOf(
        `The files of an issue, among ${poolSize}; MRR@10 less that of BM25: ${gain.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`,
        of,
        {
          method: ([method]) => method,
          ...Object.fromEntries(
            (['hit', 'coverage', 'recall5', 'recall10', 'mrr'] as const).map((metric) => [
              metric,
              ([, all]: [string, typeof own]) => mean(all.map((one) => one[metric])).toFixed(3),
            ]),
          ),
        },
      ),
    ],
  };
}

async function rankAll(
  issues: readonly IssueCase[],
  gitDirectory: string,
  home: string,
): Promise<readonly RankedCase[]> {
  const cases: RankedCase[] = [];
  const known = new Map<string, ContextUnit>();
  await using memory = await openMemory({ repository: gitDirectory, home });
  for (const { problem_statement: issue, base_commit: asOf, gold_files: gold } of issues) {
    try {
      const { files } = await memory.locate(issue, { asOf, topK: poolSize });
      const words = searchByWords(unitsAt(gitDirectory, asOf, known), issue).slice(0, poolSize);
      const rankings = { locate: files.map(({ path }) => path), BM25: words.map(({ unit }) => unit.id) };
      cases.push({ gold, rankings });
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
    }
  }
  return cases;
}

function unitsAt(
  gitDirectory: string,
  commit: string,
  known: Map<string, ContextUnit>,
): readonly ContextUnit[] {
  const rows = runGit(gitDirectory, ['ls-tree', '-r', commit])
    .split('\n')
    .map((row) => row.split(/[\s\t]+/))
    .filter(([, kind, , path = '']) => kind === 'blob' && path.endsWith('.py') && !isTestPath(path))
    .map(([, , blob = '', path = '']) => ({ blob, path, key: `${blob} ${path}` }));
  const missing = new Map(rows.filter(({ key }) => !known.has(key)).map((row) => [row.blob, row]));
  readBlobs(gitDirectory, [...missing.keys()], (id, text) => {
    const row = missing.get(id);
    if (row === undefined) return;
    const content = text.slice(0, readCharacters);
    known.set(row.key, contextUnit({ id: row.path, kind: 'file', source: row.path, content, confidence: 1 }));
  });
  return rows.flatMap(({ key }) => known.get(key) ?? []);
}

function judgeRanking({ gold, rankings }: RankedCase, method: (typeof methods)[number]) {
  const ranking = rankings[method];
  const rank = ranking.findIndex((id) => gold.includes(id)) + 1;
  const recall = (k: number) => ranking.slice(0, k).filter((id) => gold.includes(id)).length / gold.length;
  return {
    hit: Number(rank === 1),
    coverage: Number(rank > 0),
    recall5: recall(5),
    recall10: recall(depth),
    mrr: rank > 0 && rank <= depth ? 1 / rank : 0,
  };
}
