import { ofRepository } from '../operation.ts';

export const resume = ofRepository({
  name: 'resume',
  summary: 'Show memories unasked again in this repository.',
  input: {},
  terminal: {
    words: ['resume'],
    details: ['For persons: no agent ends what may be the pause of somebody else.'],
    examples: [{ command: 'afterwit resume', explanation: 'Show them again.' }],
    jsonType: '{ resumed: boolean }',
  },
  run: async (_, { dependencies, current }) => {
    const { resumeRepository } = await import('../../engine/repositories/link-repository.ts');
    return await resumeRepository({ ...dependencies, repositoryId: current.known.id });
  },
});
