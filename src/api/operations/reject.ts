import { changeOf } from '../../open/home-context.ts';
import { id, speaker } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const reject = ofHome({
  name: 'reject',
  summary: 'Reject a memory: it is archived and never shown again.',
  input: {
    id,
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['review', 'reject'],
    arguments: ['id'],
    details: ['Only a person may do this.'],
    examples: [{ command: 'afterwit review reject 5e6f7a8b', explanation: 'It is wrong.' }],
    jsonType: 'MemoryItem',
  },
  run: async ({ id, speaker }, home) => {
    const { rejectItem } = await import('../../engine/items/review-items.ts');
    return await rejectItem(changeOf(home, id, speaker));
  },
});
