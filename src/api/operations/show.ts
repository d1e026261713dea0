import { id } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const show = ofHome({
  name: 'show',
  summary: 'Show one memory in full.',
  input: {
    id,
  },
  takes: ['id'],
  terminal: {
    words: ['show'],
    arguments: ['id'],
    examples: [{ command: 'afterwit show 5e6f7a8b', explanation: 'All that is known of it.' }],
    jsonType: 'ItemView',
  },
  run: async ({ id }, home) => {
    const { viewItem } = await import('../../open/view-item.ts');
    return viewItem(id, home);
  },
});
