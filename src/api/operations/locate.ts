import { asOf, topK } from '../common-fields.ts';
import { choice, count, flag, prose, required } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const locate = ofRepository({
  name: 'locate',
  summary: 'Find the files that an issue, or any description of a problem, is about.',
  input: {
    query: required(
      prose('The issue: its title, then the rest, tracebacks included.', {
        was: ['issue'],
        agent: 'Text of the issue, whole',
      }),
    ),
    asOf,
    topK: topK(10, 'hits'),
    functions: count('So many functions of the best files that the change likely touches.', {
      terminal: false,
      switch: {
        name: 'functions',
        value: 10,
        description: 'Also list the functions of the best files that the change likely touches.',
      },
      agent: 'Also rank the functions of the best files',
    }),
    pastFixes: count('So many past fixes that changed a likely function, or at least a likely file.', {
      terminal: false,
      switch: {
        name: 'pastFixes',
        value: 5,
        description: 'Also list past fixes of these functions, and what they changed.',
      },
    }),
    explain: flag('Add the values of all features to every file.', { terminal: false }),
    weights: choice(['learned', 'shipped'], 'Weights to rank by.', {
      terminal: false,
      byDefault: 'learned, where there are any',
    }),
    historyDepth: count('Hear only so many of the latest commits; 0: the code alone.', {
      terminal: false,
      byDefault: 'all',
    }),
  },
  takes: ['query'],
  terminal: {
    words: ['locate'],
    otherNames: ['where', 'find'],
    arguments: ['query'],
    details: [
      'Each file comes with its reasons: matching code, similar past changes, names in the text. A text of - is read from standard input. Put -- before a text that begins with a dash.',
    ],
    examples: [
      { command: 'afterwit locate "watcher misses renamed folders"', explanation: 'Where is this?' },
      { command: 'gh issue view 12 | afterwit locate - --top-k 5', explanation: 'The five likeliest files.' },
      {
        command: 'afterwit locate --functions --past-fixes "watcher misses renamed folders"',
        explanation: 'Which functions, and how were they fixed before?',
      },
    ],
    jsonType: 'FileLocation',
  },
  run: async ({ query, asOf, ...options }, on) => await on.locate(asOf, query, options),
});
