import { limit } from '../common-fields.ts';
import { ofRepository } from '../operation.ts';

const defaultLimit = 50;

export const readable = ofRepository({
  name: 'readable',
  summary: 'List the memories that can be read here, newest first.',
  input: {
    limit: limit('Maximum number of entries.', { byDefault: '50' }),
  },
  run: async ({ limit: most = defaultLimit }, on) => {
    const { listReadable } = await import('../../engine/recall/read-memory.ts');
    return listReadable(most, await on.recalling());
  },
});
