import { isAfterwitError, openMemory } from '../../../src/index.ts';
import { utilityOf } from '../../../src/judging/utility.ts';
import { pairedBootstrap } from '../../../src/numeric/bootstrap.ts';
import { seededRandom } from '../../../src/numeric/seeded-random.ts';
import { isTestPath } from '../../../src/text/path-role.ts';
import { type IssueCase, readIssueCases } from '../../datasets/issue-cases.ts';
import { shuffle } from '../../gate/generate-benchmark.ts';
import { readBlobs, runGit } from '../../locate/run-git.ts';
import { KeptSteps } from '../../reporting/kept-steps.ts';
import { mean } from '../../reporting/statistics.ts';
import type { Table } from '../../reporting/table.ts';
import type { SuiteOptions, SuiteReport } from '../../suite.ts';
import { gainTable } from '../gain-table.ts';
import { type FoundUnit, searchByHash, searchByWords, searchHybrid } from '../methods/search-units.ts';
import { estimateByProxy } from '../proxy/estimate.ts';
import { type JudgedUnit, readEvidence, type UnitEvidence } from '../proxy/evidence.ts';
import { type ContextUnit, contextUnit } from '../world/context-unit.ts';

const poolSize = 50;
const readCharacters = 100_000;
const depth = 10;
const bootstrapSeed = 17;
/** Of the search's own order in the hybrids: the paper does not give it. */
const hybridShare = 0.5;
/** Table 3: hit@1, coverage, R@5, R@10, MRR@10, gold rank of 50 issues, with a model where it says so. */
const paper: Readonly<Record<string, string>> = {
  BM25: '.58 .80 .554 .634 .634 2.43',
  HybridRAG: '.58 .80 .554 .634 .634 2.43',
  HashedEmbedding: '.18 .30 .160 .160 .192 5.07',
  'CausalRerank, proxy': '.26 .56 .274 .324 .314 5.25',
  'CausalHybrid, proxy': 'with Qwen3.6-Plus: .70 .82 .624 .634 .733 1.88',
  Random: '.00 .04 .000 .007 .002 10.50',
  OracleGold: '1.00 1.00 .824 .824 1.000 1.00',
  locate: 'with Qwen3.6-Plus: .78 .80 .654 .654 .790 1.03',
};

interface RankedCase {
  readonly gold: readonly string[];
  readonly rankings: Readonly<Record<string, readonly string[]>>;
}

/** Which file does an issue need? Methods of the paper that take no model, beside the product's `locate`. */
export async function runFiles({
  repositories,
  datasets,
  limit,
  home,
  results,
}: SuiteOptions): Promise<SuiteReport> {
  const issues = readIssueCases(datasets.slice(0, 1)).filter(({ repo }) => repositories.has(repo));
  const chosen = spread(issues, limit);
  const steps = new KeptSteps('cards-files', results, [datasets.slice(0, 1), limit]);
  const cases: RankedCase[] = [];
  for (const [repository, own] of Map.groupBy(chosen, ({ repo }) => repo)) {
    const gitDirectory = repositories.get(repository) ?? '';
    cases.push(
      ...(await steps.keep(`${repository}, ${own.length} issues`, () => rankAll(own, gitDirectory, home))),
    );
  }
  const judged = (method: string) => judgeRankings(cases, method);
  const { hit, coverage, recall5, recall10, mrr } = judged('locate');
  return {
    cases: cases.length,
    figures: {
      hit_at_1: hit,
      coverage,
      recall_at_5: recall5,
      recall_at_10: recall10,
      mrr_at_10: mrr,
      bm25_mrr_at_10: judged('BM25').mrr,
    },
    tables: [
      {
        title: `The files of an issue, among ${poolSize} candidates`,
        columns: [
          'method',
          'hit@1',
          'coverage',
          'R@5',
          'R@10',
          'MRR@10',
          'gold rank',
          'paper, its own 50 issues',
        ],
        rows: Object.keys(cases[0]?.rankings ?? {}).map((method) => [
          method,
          ...Object.values(judged(method)).map((value) => value.toFixed(3)),
          paper[method] ?? '',
        ]),
      },
      gainsOf(cases),
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
  for (const issue of issues) {
    try {
      const { files } = await memory.locate(issue.problem_statement, {
        asOf: issue.base_commit,
        topK: poolSize,
      });
      const rankings = rankFiles(issue, unitsAt(gitDirectory, issue.base_commit, known));
      cases.push({
        gold: issue.gold_files,
        rankings: { locate: files.map(({ path }) => path), ...rankings },
      });
    } catch (fault) {
      if (!isAfterwitError(fault) || fault.code !== 'COMMIT_NOT_FOUND') throw fault;
    }
  }
  return cases;
}

/** MRR@10 less that of BM25, issue by issue. */
function gainsOf(cases: readonly RankedCase[]): Table {
  const mrrOf = ({ gold, rankings }: RankedCase, method: string): number => {
    const rank = (rankings[method] ?? []).findIndex((id) => gold.includes(id)) + 1;
    return rank > 0 && rank <= depth ? 1 / rank : 0;
  };
  const methods = Object.keys(paper).filter((method) => !['BM25', 'OracleGold', 'Random'].includes(method));
  return gainTable(
    'MRR@10 less that of BM25, paired bootstrap of 2,000 resamples by issue',
    methods.map((method) => {
      const gains = cases.map((one) => mrrOf(one, method) - mrrOf(one, 'BM25'));
      return [method, pairedBootstrap(gains, bootstrapSeed)] as const;
    }),
  );
}

/** As many issues as wanted, from all over the data. */
function spread(issues: readonly IssueCase[], limit: number): readonly IssueCase[] {
  const step = Math.max(1, Math.floor(issues.length / limit));
  return issues.filter((_, at) => at % step === 0).slice(0, limit);
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

function rankFiles(issue: IssueCase, units: readonly ContextUnit[]): RankedCase['rankings'] {
  const query = issue.problem_statement;
  const words = searchByWords(units, query).slice(0, poolSize);
  const random = shuffle(units, seededRandom([...issue.instance_id].length)).slice(0, poolSize);
  const gold = new Set(issue.gold_files);
  const rerankBy = rerank(words, query);
  const byProxy: FileScore = (evidence) => utilityOf(estimateByProxy(evidence));
  return {
    BM25: idsOf(words),
    HybridRAG: idsOf(searchHybrid(units, query, poolSize)),
    HashedEmbedding: idsOf(searchByHash(units, query).slice(0, poolSize)),
    'CausalRerank, proxy': rerankBy(byProxy),
    'CausalHybrid, proxy': rerankBy(byProxy, hybridShare),
    Random: random.map(({ id }) => id),
    OracleGold: units.filter(({ id }) => gold.has(id)).map(({ id }) => id),
  };
}

function idsOf(found: readonly FoundUnit[]): readonly string[] {
  return found.map(({ unit }) => unit.id);
}

type FileScore = (evidence: UnitEvidence) => number;

/** The best by words in another order. */
function rerank(pool: readonly FoundUnit[], query: string) {
  const best = Math.max(...pool.map(({ score }) => score), Number.MIN_VALUE);
  const evidence = readEvidence(
    pool.map(
      ({ unit: { id, content, tokens }, score }): JudgedUnit => ({
        // A file that speaks of what is deprecated is not stale itself.
        ...{ id, tokens, isStale: false, kind: 'file', text: content, places: [id], names: [] },
        ...{ confidence: 1, retrieval: score / best, helped: 0, failed: 0, conflicts: 0 },
      }),
    ),
    { text: query, plannedActions: [] },
  );
  /** @param searchShare how much the search's own order counts beside the estimate, each as a share of its best */
  return (scoreOf: FileScore, searchShare = 0): readonly string[] => {
    const scores = evidence.map(scoreOf);
    const least = Math.min(...scores);
    const span = Math.max(...scores) - least || 1;
    return evidence
      .map(({ unit }, at) => ({
        id: unit.id,
        score: searchShare * unit.retrieval + ((1 - searchShare) * ((scores[at] ?? 0) - least)) / span,
      }))
      .toSorted((a, b) => b.score - a.score)
      .map(({ id }) => id);
  };
}

/** Means over the cases; the rank of the first right file over those where one is in the pool. */
function judgeRankings(cases: readonly RankedCase[], method: string) {
  const judged = cases.map(({ gold, rankings }) => {
    const ranking = rankings[method] ?? [];
    const rank = ranking.findIndex((id) => gold.includes(id)) + 1;
    const recall = (k: number) => ranking.slice(0, k).filter((id) => gold.includes(id)).length / gold.length;
    return { rank, recall5: recall(5), recall10: recall(depth) };
  });
  const covered = judged.filter(({ rank }) => rank > 0);
  return {
    hit: mean(judged.map(({ rank }) => Number(rank === 1))),
    coverage: covered.length / judged.length,
    recall5: mean(judged.map(({ recall5 }) => recall5)),
    recall10: mean(judged.map(({ recall10 }) => recall10)),
    mrr: mean(judged.map(({ rank }) => (rank > 0 && rank <= depth ? 1 / rank : 0))),
    rank: mean(covered.map(({ rank }) => rank)),
  };
}
