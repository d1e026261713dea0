import { changeOf, wordingOf } from '../../open/home-context.ts';
import { content, id, speaker } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const approve = ofHome({
  name: 'approve',
  summary: 'Approve a memory, as it is or with a new wording.',
  input: {
    id,
    content,
    speaker,
  },
  takes: ['id'],
  terminal: {
    words: ['review', 'approve'],
    arguments: ['id'],
    details: ['Only a person may do this.'],
    examples: [
      { command: 'afterwit review approve 5e6f7a8b', explanation: 'It is right.' },
      {
        command: 'afterwit review approve 5e6f7a8b --content "Run the build first"',
        explanation: 'It is right with this wording.',
      },
    ],
    jsonType: 'MemoryItem',
  },
  run: async ({ id, content, speaker }, home) => {
    const { approveItem } = await import('../../engine/items/review-items.ts');
    return await approveItem(changeOf(home, id, speaker), { content, ...wordingOf(home) });
  },
});
