import { asOf } from '../common-fields.ts';
import { path, required } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const viewSummary = ofRepository({
  name: 'viewSummary',
  summary: 'Show what a file is for: its purpose, exports, commit themes, and files that change with it.',
  input: {
    path: required(path('Path from the top of the repository.', { placeholder: 'FILE', agent: true })),
    asOf,
  },
  takes: ['path'],
  terminal: {
    words: ['view-summary'],
    arguments: ['path'],
    details: ['Derived from the code and its history, without a language model.'],
    examples: [{ command: 'afterwit view-summary src/parser.ts', explanation: 'What is this file for?' }],
    jsonType: 'FileSummary',
  },
  run: async ({ path: file, asOf }, on) =>
    await on.withCode(asOf, (questions, history, { view: code }) =>
      questions.viewSummary({ history, code, path: file }),
    ),
});
