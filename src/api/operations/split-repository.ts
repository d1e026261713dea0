import { speaker } from '../common-fields.ts';
import { ofRepository } from '../operation.ts';

export const splitRepository = ofRepository({
  name: 'splitRepository',
  summary: 'Declare that this clone is a separate repository from now on.',
  input: {
    speaker,
  },
  terminal: {
    words: ['repo', 'split'],
    details: ['Memories stay with the repository it leaves. Only a person may do it.'],
    examples: [
      { command: 'afterwit repo split', explanation: 'Separate a clone that is now another project.' },
    ],
    jsonType: 'KnownRepository',
  },
  run: async ({ speaker }, on) => await on.current.split(speaker ?? on.dependencies.speaker),
});
