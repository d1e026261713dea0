import { indexSummaries, isSummarised, searchSummaries } from '../../src/codebase/search-summaries.ts';
import { type FileSummary, isAfterwitError, type Memory, openMemory } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';

const agreements = ['none', 0, 0.5, 0.6, 0.8, 0.95, 1] as const;
const hotFiles = 200;
const depth = 5;

/**
 * Whether prose about a hot file helps to find it by an issue's title. What its authors wrote (the documentation of the file and of what it exports)
 * stands for a right model; another file's stands for a wrong one; without both, a summary has names, themes of commits and what changes with it.
 */
export async function measureProse(options: SuiteOptions): Promise<SuiteReport> {
  const { datasets, repositories, limit, seed, home } = options;
  const cases = readIssueCases(datasets).filter(({ repo }) => repositories.has(repo));
  const ranks = new Map<string, (number | undefined)[]>(agreements.map((each) => [String(each), []]));
  let [files, withProse] = [0, 0];
  for (const [repository, own] of Map.groupBy(cases.slice(0, limit), ({ repo }) => repo)) {
    await using memory = await openMemory({ repository: repositories.get(repository) ?? '', home });
    for (const issue of own) {
      const summaries = await summariesOf(memory, issue);
      if (!summaries.some(({ path }) => issue.gold_files.includes(path))) continue;
      files += summaries.length;
      withProse += summaries.filter(({ purpose }) => purpose !== undefined).length;
      const [title = ''] = issue.problem_statement.split('\n');
      for (const agreement of agreements) {
        const random = seededRandom(seed);
        const told = summaries.map((summary) => {
          if (agreement === 'none') return withProseOf(summary, undefined);
          const other = summaries[Math.floor(random() * summaries.length)];
          return withProseOf(summary, random() < agreement ? summary : other);
        });
        const { hits } = searchSummaries(indexSummaries(told), title, hotFiles);
        const at = hits.findIndex(({ summary }) => issue.gold_files.includes(summary.path));
        ranks.get(String(agreement))?.push(at === -1 ? undefined : at + 1);
      }
    }
  }
  const count = ranks.get('none')?.length ?? 0;
  const within = (name: string, most: number) =>
    (ranks.get(name) ?? []).filter((rank) => rank !== undefined && rank <= most).length;
  return {
    cases: count,
    figures: {
      prose_gain_at_1: count === 0 ? notRun : (within('1', 1) - within('none', 1)) / count,
      prose_gain_at_0: count === 0 ? notRun : (within('0', 1) - within('none', 1)) / count,
    },
    tables: [
      {
        title: `Prose about hot files, ${count} titles of issues; ${withProse} of ${files} files say themselves what they are for`,
        columns: ['right in', 'first', `among ${depth}`, 'mean 1/rank'],
        rows: [...ranks].map(([name, own]) => [
          ...[name, within(name, 1), within(name, depth)],
          (
            own.reduce<number>((sum, rank) => sum + (rank === undefined ? 0 : 1 / rank), 0) /
            Math.max(1, count)
          ).toFixed(3),
        ]),
      },
    ],
  };
}

function withProseOf({ purpose: _, ...summary }: FileSummary, of: FileSummary | undefined): FileSummary {
  const prose = of?.exports.flatMap(({ documentation }) => documentation ?? []) ?? [];
  const exports = summary.exports.map(({ documentation: __, ...one }) => one);
  const whole = [of?.purpose ?? [], prose].flat().join(' ');
  return { ...summary, exports, ...(whole === '' ? {} : { purpose: whole }) };
}

async function summariesOf(
  memory: Memory,
  { base_commit: asOf }: IssueCase,
): Promise<readonly FileSummary[]> {
  const { hotspots } = await memory.hotspots({ asOf, limit: hotFiles });
  const summaries: FileSummary[] = [];
  for (const { path } of hotspots.filter((one) => isSummarised(one.path)))
    try {
      summaries.push(await memory.viewSummary(path, { asOf }));
    } catch (thrown) {
      if (!isAfterwitError(thrown)) throw thrown;
    }
  return summaries;
}
