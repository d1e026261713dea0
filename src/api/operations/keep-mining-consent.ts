import { choice, required } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const keepMiningConsent = ofRepository({
  name: 'keepMiningConsent',
  summary: 'Keep what the user answered when asked whether sessions here may be read.',
  input: {
    consent: required(choice(['yes', 'no'], 'Whether sessions here may be read.')),
  },
  takes: ['consent'],
  run: async ({ consent }, on) => {
    const { miningLogOf } = await import('../../open/mining-log-of.ts');
    const { home, repositoryId } = await on.miningPlace();
    miningLogOf(home, repositoryId).keepConsent(consent);
  },
});
