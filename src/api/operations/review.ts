import { limit, where } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

const defaultLimit = 50;

export const review = ofHome({
  name: 'review',
  summary: 'List the memories of this repository that wait for a person, most urgent first.',
  input: {
    where: where('Include other repositories.'),
    limit: limit('Most entries to show.', { byDefault: '50', most: 50 }),
  },
  terminal: {
    words: ['review'],
    details: [
      'Waiting memories are not shown unasked; those from a text that nobody has vouched for are not shown at all.',
    ],
    examples: [{ command: 'afterwit review', explanation: 'What needs a decision?' }],
    jsonType: 'ReviewQueue',
  },
  run: async ({ where = 'here', limit: most = defaultLimit }, { store, here }) => {
    const { reviewQueue } = await import('../../engine/items/review-items.ts');
    if (where === 'all') return store.read((reader) => reviewQueue(reader, most));
    const { scopes } = here();
    return store.read((reader) => {
      const queue = reviewQueue(reader, most, scopes);
      return { ...queue, elsewhere: reviewQueue(reader, 0).count - queue.count };
    });
  },
});
