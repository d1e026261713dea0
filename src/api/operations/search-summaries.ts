import { asOf, topK } from '../common-fields.ts';
import { prose, required } from '../field.ts';
import { ofRepository } from '../operation.ts';

const defaultTopK = 10;

export const searchSummaries = ofRepository({
  name: 'searchSummaries',
  summary: 'Find actively developed files by their purpose.',
  input: {
    query: required(prose('What to look for, in words.', { agent: 'Instead of path' })),
    asOf,
    topK: topK(10, 'hits'),
  },
  takes: ['query'],
  terminal: {
    words: ['search-summaries'],
    arguments: ['query'],
    details: [
      'Searches the summaries of the files that changed most recently and often. When none matches, the answer says so and shows the nearest ones. A text of - is read from standard input.',
    ],
    examples: [
      { command: 'afterwit search-summaries "reads settings files"', explanation: 'Which files do that?' },
    ],
    jsonType: 'SummarySearch',
  },
  run: async ({ query, asOf, topK: most = defaultTopK }, on) =>
    await on.withCode(asOf, (questions, history, { view: code }) =>
      questions.searchSummaries({ history, code, query, topK: most }),
    ),
});
