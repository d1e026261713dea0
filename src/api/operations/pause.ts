import { ofRepository } from '../operation.ts';

export const pause = ofRepository({
  name: 'pause',
  summary: 'Show no memory unasked in this repository, until resume.',
  input: {},
  terminal: {
    words: ['pause'],
    details: ['Questions are still answered, and remembering goes on.'],
    examples: [{ command: 'afterwit pause', explanation: 'Stop showing memories to the agents here.' }],
    jsonType: '{ sinceMs: number }',
  },
  run: async (_, { dependencies, current }) => {
    const { pauseRepository } = await import('../../engine/repositories/link-repository.ts');
    await current.settle();
    return await pauseRepository({ ...dependencies, repositoryId: current.known.id });
  },
});
