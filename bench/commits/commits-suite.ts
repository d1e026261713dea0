import { readIssueCases } from '../datasets/issue-cases.ts';
import { askAll, visitRepositories } from '../locate/visit-repositories.ts';
import { goldRanks } from '../reporting/gold-ranks.ts';
import { rateOf, rateTable, sharesOf } from '../reporting/rates.ts';
import type { Suite } from '../suite.ts';

/** Do the commits that search-commits finds for an issue point at the files its fix changes? */
export const commitsSuite: Suite = {
  description: 'search-commits on issues',
  options: ['dataset', 'data', 'repos', 'limit'],
  async run(options) {
    const dataset = readIssueCases(options.datasets);
    const cases = dataset.filter(({ repo }) => options.repositories.has(repo)).slice(0, options.limit);
    const ranks = await visitRepositories(cases, options, (memory, own) =>
      askAll(own, async ({ base_commit: asOf, problem_statement: query, gold_files: gold }) => {
        const { files } = await memory.searchCommits(query, { asOf, files: 50, topK: 10 });
        const paths = files.map((file) => file.path);
        return goldRanks(paths, gold).first;
      }),
    );
    const within = (depth: number) => rateOf(ranks, (rank) => rank <= depth);
    const rates = { file_hit_at_1: within(1), file_hit_at_5: within(5), file_hit_at_10: within(10) };
    const skipped = dataset.length - ranks.length;
    return {
      cases: ranks.length,
      figures: sharesOf(rates),
      tables: [rateTable(`Gold file among the first k (${skipped} cases not run)`, rates)],
    };
  },
};
