import { budget, speaker } from '../common-fields.ts';
import { path, required } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const forFile = ofRepository({
  name: 'forFile',
  summary: 'Show what must be known before a file is edited.',
  input: {
    path: required(path('Path of the file, from the top of the repository.', { placeholder: 'FILE' })),
    budgetTokens: budget(),
    speaker,
  },
  takes: ['path'],
  terminal: {
    words: ['for-file'],
    arguments: ['path'],
    details: [
      'Rules and decisions about it, rules from failures in it, its past fixes and what of it was reverted, and the files that change with it, within a budget of tokens. Texts of commits are data: nobody vouches for them.',
    ],
    examples: [{ command: 'afterwit for-file src/parser.ts', explanation: 'What to know of it?' }],
    jsonType: 'FileBrief',
  },
  run: async (request, on) => {
    const { briefFile } = await import('../../engine/brief/brief-file.ts');
    const { readFileHistory } = await import('../../engine/history/file-history.ts');
    const asked = { ...request, speaker: request.speaker ?? on.dependencies.speaker };
    return await briefFile(
      asked,
      (relative) =>
        on.histories.read(undefined, (history) => readFileHistory(history, relative, on.searching)),
      await on.recalling(),
    );
  },
});
