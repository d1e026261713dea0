import { speaker } from '../common-fields.ts';
import { required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const linkRepository = ofRepository({
  name: 'linkRepository',
  summary: 'Declare that this clone belongs to a known repository.',
  input: {
    id: required(text('Id of the repository, as repo show prints it.', { placeholder: 'ID' })),
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['repo', 'link'],
    arguments: ['id'],
    details: [
      'A clone shares no memories with another one until a person says so, at the question when it is first seen or here: what makes clones look alike (remotes, first commits) can be copied by anybody.',
    ],
    examples: [
      {
        command: 'afterwit repo link 2f1c4b9e-8a53-4a0e-9d0b-6f1d0c3b7a55',
        explanation: 'Share the memory of that repository.',
      },
    ],
    jsonType: 'KnownRepository',
  },
  run: async ({ id, speaker }, on) => await on.current.link(id, speaker ?? on.dependencies.speaker),
});
