import { required, text } from '../field.ts';
import { ofHome } from '../operation.ts';

export const failure = ofHome({
  name: 'failure',
  summary: 'Show a pattern of failures with its variants, episodes and outcomes.',
  input: {
    id: required(text('Id of a pattern, a variant or an episode, at least 4 digits.', { placeholder: 'ID' })),
  },
  takes: ['id'],
  terminal: {
    words: ['failures', 'show'],
    alsoSpelled: [['issues', 'show']],
    arguments: ['id'],
    examples: [
      { command: 'afterwit failures show 5e6f7a8b', explanation: 'Everything that is known about it.' },
    ],
    jsonType: 'FailureView',
  },
  run: async ({ id }, { store, clock }) => {
    const { viewFailure } = await import('../../engine/failures/view-failures.ts');
    return store.read((reader) => viewFailure(reader, id, clock.nowMs()));
  },
});
