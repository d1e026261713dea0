import { places } from '../common-fields.ts';
import { ofRepository } from '../operation.ts';

export const planMining = ofRepository({
  name: 'planMining',
  summary: 'Say which sessions mineSessions would read.',
  input: {
    ...places,
  },
  run: async (options, on) => {
    const { planOwnMining } = await import('../../open/session-mining.ts');
    return planOwnMining(options, await on.miningPlace());
  },
});
