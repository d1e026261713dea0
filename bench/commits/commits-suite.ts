import { readIssueCases } from '../datasets/issue-cases.ts';
import { askAll, visitRepositories } from '../locate/visit-repositories.ts';
import { goldRanks } from '../reporting/gold-ranks.ts';
import { mcNemar, rate } from '../reporting/statistics.ts';
import { tableOf } from '../reporting/table.ts';
import type { Suite } from '../suite.ts';
import { openNaiveSearch } from './naive-search.ts';

const depths = [1, 5, 10] as const;

/** Do the commits that search-commits finds for an issue point at the files its fix changes? Beside it, the textbook. */
export const commitsSuite: Suite = {
  description: 'search-commits on issues',
  options: ['dataset', 'data', 'repos', 'limit'],
  async run(options) {
    const dataset = readIssueCases(options.datasets);
    const cases = dataset.filter(({ repo }) => options.repositories.has(repo)).slice(0, options.limit);
    const ranks = await visitRepositories(cases, options, async (memory, own, path) => {
      const bases = own.map(({ base_commit }) => base_commit);
      const naive = openNaiveSearch(path, bases);
      return await askAll(own, async ({ base_commit: asOf, problem_statement: query, gold_files: gold }) => {
        const { files } = await memory.searchCommits(query, { asOf, files: 50, topK: 10 });
        const paths = files.map((file) => file.path);
        return {
          selected: goldRanks(paths, gold).first,
          naive: goldRanks(naive.rankFiles(asOf, query), gold).first,
        };
      });
    });
    const methods = {
      selected: ranks.map(({ selected }) => selected),
      naive: ranks.map(({ naive }) => naive),
    };
    const within = (depth: number) => (rank: number) => rank <= depth;
    const wins = ranks.filter(({ selected, naive }) => selected <= 5 && naive > 5).length;
    const losses = ranks.filter(({ selected, naive }) => selected > 5 && naive <= 5).length;
    return {
      cases: ranks.length,
      figures: Object.fromEntries(
        Object.entries(methods).flatMap(([name, own]) =>
          depths.map((depth) => [
            `${name === 'selected' ? '' : `${name}_`}file_hit_at_${depth}`,
            own.filter(within(depth)).length / own.length,
          ]),
        ),
      ),
      tables: [
        tableOf(
          `Gold file among the first k (${dataset.length - ranks.length} cases not run); wins/losses at 5: ${wins}/${losses}, p = ${mcNemar(wins, losses).toPrecision(2)}`,
          Object.entries(methods),
          {
            query: ([name]) => name,
            ...Object.fromEntries(
              depths.map((depth) => [
                `hit@${depth}`,
                ([, own]: [string, readonly number[]]) => rate(own, within(depth)),
              ]),
            ),
          },
        ),
      ],
    };
  },
};
