import { asOf, limit } from '../common-fields.ts';
import { path, required } from '../field.ts';
import { ofRepository } from '../operation.ts';

const defaultLimit = 10;

export const coupledFiles = ofRepository({
  name: 'coupledFiles',
  summary: 'List the files that change together with a file.',
  input: {
    path: required(path('Path from the top of the repository.', { placeholder: 'FILE' })),
    asOf,
    limit: limit('Maximum number of entries to show.'),
  },
  takes: ['path'],
  terminal: {
    words: ['coupled'],
    arguments: ['path'],
    details: ['Merges and very large commits do not count. Earlier names of the file are followed.'],
    examples: [
      {
        command: 'afterwit coupled src/parser.ts',
        explanation: 'What else to touch when this file changes.',
      },
    ],
    jsonType: 'CoupledFiles',
  },
  run: async ({ path: file, asOf, limit: mostFiles = defaultLimit }, on) => {
    const { coupleFiles } = await import('../../engine/history/file-history.ts');
    const settings = on.dependencies.settings.history;
    return await on.histories.read(asOf, (history) => coupleFiles(history, file, settings, mostFiles));
  },
});
