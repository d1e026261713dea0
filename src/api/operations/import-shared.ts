import { signal, speaker } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const importShared = ofHome({
  name: 'importShared',
  summary: 'Import what others share in the repository here.',
  input: {
    speaker,
    signal,
  },
  run: async (options, home) => {
    const { importShared: importHere } = await import('../../open/exchange.ts');
    return await importHere(options, home);
  },
});
