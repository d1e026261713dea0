import { join } from 'node:path';
import { openMemory } from '../../src/index.ts';
import { readIssueCases } from '../datasets/issue-cases.ts';
import type { Suite } from '../suite.ts';
import { type AskedQuestion, askForeign } from './ask-foreign.ts';
import { poseForeign } from './pose-foreign.ts';
import { reportForeign } from './report-foreign.ts';

/** More than any repository has: its history counts as too short to be heard. */
const youngRepositoryCommits = 1_000_000;
const datasets = ['swe-bench-verified', 'swe-bench-lite', 'loc-bench'];

/** Do locate and search-commits know when a question is about something else? */
export const locateForeignSuite: Suite = {
  description: 'silence of locate and search-commits on questions of other repositories',
  options: ['data', 'repos', 'fit'],
  requires: ['repos'],
  async run({ data, repositories, home, fit }) {
    const issues = readIssueCases(datasets.map((name) => join(data, 'localization', `${name}.jsonl.gz`)));
    const posed = Map.groupBy(poseForeign(issues, repositories), ({ place }) => place.repo);
    const asked: AskedQuestion[] = [];
    for (const [repository, questions] of posed) {
      const place = { repository: repositories.get(repository) ?? '', home };
      await using memory = await openMemory(place);
      await using unhearing = await openMemory({
        ...place,
        settings: { locate: { youngRepositoryCommits } },
      });
      for (const question of questions) {
        const one = await askForeign(memory, unhearing, question);
        if (one !== undefined) asked.push(one);
      }
      console.error(`${repository}: ${questions.length} questions`);
    }
    return reportForeign(asked, fit);
  },
};
