import { bytes, required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const read = ofRepository({
  name: 'read',
  summary: 'Show one memory that holds here as it is written: the rest of what a card shows.',
  input: {
    id: required(
      text('Id of the memory, 4 digits or more of it.', { agent: 'Instead: a memory whole, by id' }),
    ),
    from: bytes('Characters to leave out at the beginning: where the part before ended.', {
      byDefault: '0',
      agent: 'With id: go on there',
    }),
  },
  takes: ['id'],
  run: async (request, on) => {
    const { readMemory } = await import('../../engine/recall/read-memory.ts');
    return readMemory(request, await on.recalling());
  },
});
