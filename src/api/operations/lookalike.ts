import { ofRepository } from '../operation.ts';

export const lookalike = ofRepository({
  name: 'lookalike',
  summary: 'Name the known repository that this clone looks like, whose memories it does not share.',
  input: {},
  run: async (_, { current }) => {
    const found = current.lookalike();
    return found && { ...found, isNew: current.isNewAndAlike };
  },
});
