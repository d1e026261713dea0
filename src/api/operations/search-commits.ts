import { asOf, topK } from '../common-fields.ts';
import { count, flag, proses, required, share } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const searchCommits = ofRepository({
  name: 'searchCommits',
  summary: 'Find the commits relevant to a text: a question, an error, an issue.',
  input: {
    query: required(proses('What to look for, in words.', { agent: 'What the commit would be about' })),
    asOf,
    topK: topK(10, 'hits'),
    minimumConfidence: share('Leave out commits less likely to help than this: 0.4 or 40%.', {
      placeholder: 'SHARE',
      was: ['minConfidence'],
      byDefault: '.05',
    }),
    files: count('Also list this many source files that the matching commits changed.', {
      placeholder: 'COUNT',
      byDefault: 'none',
    }),
    explain: flag('Show how each score was computed.'),
  },
  takes: ['query'],
  terminal: {
    words: ['search-commits'],
    otherNames: ['find', 'log', 'grep'],
    arguments: ['query'],
    details: [
      'Each commit comes with the calibrated probability that it is relevant, that is, that it changed a file which the text is about. When no commit is likely enough, the answer says so and shows the nearest ones.',
      'Several texts are treated as several descriptions of one need. A text of - is read from standard input. Put -- before a text that begins with a dash.',
    ],
    examples: [
      { command: 'afterwit search-commits "retry loses the request body"', explanation: 'One need.' },
      {
        command: 'afterwit search-commits "login loops" "redirect after sign-in"',
        explanation: 'One need, told twice.',
      },
      {
        command: 'npm test 2>&1 | afterwit search-commits -',
        explanation: 'Which past commits match this output?',
      },
    ],
    jsonType: 'CommitSearch',
  },
  run: async ({ query, asOf, ...options }, on) => {
    const { searchHistory } = await import('../../open/search-history.ts');
    return await on.histories.read(asOf, (history) => searchHistory(history, query, options, on.searching));
  },
});
