import { isAfterwitError, type Judge, type Memory, openMemory } from '../../src/index.ts';
import { seededRandom } from '../../src/numeric/seeded-random.ts';
import { type IssueCase, readIssueCases } from '../datasets/issue-cases.ts';
import { firstHitCount, meanReciprocalRank } from '../locate/locate-figures.ts';
import { type GoldRanks, goldRanks } from '../reporting/gold-ranks.ts';
import { describeRate } from '../reporting/statistics.ts';
import { notRun, type SuiteOptions, type SuiteReport } from '../suite.ts';

const agreements = [0, 0.5, 0.6, 0.7, 0.8, 0.95, 1] as const;
const depth = 10;

/** Names as many files as must be changed: each with a known chance, else another asked file. */
function syntheticFileJudge(seed: number) {
  const random = seededRandom(seed);
  const state = { gold: [] as readonly string[], agreement: 0, asked: 0, withGold: 0 };
  const judge: Judge = {
    name: 'synthetic',
    judge: async () => [],
    chances: async ({ files }) => {
      const right = files.filter(({ path }) => state.gold.includes(path));
      const others = files.filter(({ path }) => !state.gold.includes(path));
      state.asked++;
      if (right.length > 0) state.withGold++;
      const pick = () => others[Math.floor(random() * others.length)];
      const named = new Set(
        (right.length === 0 ? [undefined] : right).map((file) => {
          const wrong = pick();
          return file !== undefined && random() < state.agreement ? file : wrong;
        }),
      );
      return files.map((file) => (named.has(file) ? 1 : 0));
    },
  };
  return { judge, state };
}

/** The gain of a judge of known error in the order of files, beside the order without one. */
export async function measureFileGain({
  datasets,
  repositories,
  limit,
  seed,
  home,
}: SuiteOptions): Promise<SuiteReport> {
  const cases = readIssueCases(datasets).filter(({ repo }) => repositories.has(repo));
  const ranks = new Map<string, GoldRanks[]>();
  const { judge, state } = syntheticFileJudge(seed);
  const note = (name: string, own: GoldRanks) => ranks.set(name, [...(ranks.get(name) ?? []), own]);
  const counts = new Map<number, number>();
  for (const [repository, own] of Map.groupBy(cases.slice(0, limit), ({ repo }) => repo)) {
    const place = { repository: repositories.get(repository) ?? '', home };
    await using plain = await openMemory(place);
    await using judged = await openMemory({ ...place, judge });
    for (const issue of own) {
      const without = await ranksBy(plain, issue);
      if (without === undefined) continue;
      note('none', without);
      state.gold = issue.gold_files;
      for (const agreement of agreements) {
        state.agreement = agreement;
        const before = state.asked;
        const found = await ranksBy(judged, issue);
        if (found !== undefined) note(String(agreement), found);
        counts.set(agreement, (counts.get(agreement) ?? 0) + state.asked - before);
      }
    }
  }
  const none = ranks.get('none') ?? [];
  if (none.length === 0) return { cases: 0, figures: { files_gain_at_1: notRun }, tables: [] };
  const share = (name: string) => firstHitCount(ranks.get(name) ?? []) / none.length;
  return {
    cases: none.length,
    figures: Object.fromEntries(
      agreements.map((each) => [`files_gain_at_${each}`, share(String(each)) - share('none')]),
    ),
    tables: [
      {
        title: 'A synthetic judge in the order of files',
        columns: ['agreement', 'asked', 'hit@1', 'mrr@10', 'gain'],
        rows: ['none', ...agreements.map(String)].map((name) => [
          ...[name, counts.get(Number(name)) ?? ''],
          describeRate(firstHitCount(ranks.get(name) ?? []), none.length),
          meanReciprocalRank(ranks.get(name) ?? []).toFixed(3),
          (share(name) - share('none')).toFixed(3),
        ]),
      },
    ],
  };
}

async function ranksBy(memory: Pick<Memory, 'locate'>, issue: IssueCase): Promise<GoldRanks | undefined> {
  try {
    const { files } = await memory.locate(issue.problem_statement, { asOf: issue.base_commit, topK: depth });
    return goldRanks(
      files.map(({ path }) => path),
      issue.gold_files,
    );
  } catch (fault) {
    if (isAfterwitError(fault) && fault.code === 'COMMIT_NOT_FOUND') return undefined;
    throw fault;
  }
}
