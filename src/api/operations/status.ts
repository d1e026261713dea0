import { ofRepository } from '../operation.ts';

export const status = ofRepository({
  name: 'status',
  summary: 'Say what is known here, how current that is, and what to do next.',
  input: {},
  run: async (_, { dependencies, current }) => {
    const { git, logger } = dependencies;
    const { mendingIndex } = await import('../../engine/index/index-repository.ts');
    const { currentStatus } = await import('../../open/health-questions.ts');
    return await mendingIndex(
      () => current.indexStore,
      logger,
      async (replaced) => {
        const { head } = git.location;
        if (replaced !== undefined && head !== undefined) await current.update(head, dependencies);
        return currentStatus(dependencies, current);
      },
    );
  },
});
