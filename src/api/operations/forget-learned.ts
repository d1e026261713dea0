import { ofRepository } from '../operation.ts';

export const forgetLearned = ofRepository({
  name: 'forgetLearned',
  summary: 'Return to the shipped weights of locate.',
  input: {},
  run: async (_, on) => {
    const { mendingIndex } = await import('../../engine/index/index-repository.ts');
    const { current, dependencies } = on;
    const work = async () => current.indexStore.existing()?.forgetLearnedWeights() ?? false;
    return await mendingIndex(() => current.indexStore, dependencies.logger, work);
  },
});
