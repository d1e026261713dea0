import { ofHome } from '../operation.ts';

export const doubts = ofHome({
  name: 'doubts',
  summary:
    'List the variants of failures that may be the same as a known one or contradict it, each with the known one.',
  input: {},
  run: async (_, { store, clock }) => {
    const { listDoubts } = await import('../../engine/failures/view-failures.ts');
    return store.read((reader) => listDoubts(reader, clock.nowMs()));
  },
});
