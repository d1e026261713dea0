import { id } from '../common-fields.ts';
import { ofHome } from '../operation.ts';

export const history = ofHome({
  name: 'history',
  summary: 'Show what a memory said before, what it replaced and what came of it.',
  input: {
    id,
  },
  takes: ['id'],
  terminal: {
    words: ['history'],
    arguments: ['id'],
    details: [
      'A text that a person changed (edit, review approve --content) is kept with the time it held and who said it.',
    ],
    examples: [{ command: 'afterwit history 5e6f7a8b', explanation: 'How did it come to say this?' }],
    jsonType: 'ItemHistory',
  },
  run: async ({ id }, { store }) => {
    const { itemHistory } = await import('../../engine/items/item-history.ts');
    return store.read((reader) => itemHistory(reader, id));
  },
});
