import { path } from '../field.ts';
import { ofHome } from '../operation.ts';

export const backUp = ofHome({
  name: 'backUp',
  summary: 'Write a verified copy of the memory.',
  input: {
    path: path('Path of the copy. Default: a new file in the folder backups of the home.', {
      placeholder: 'FILE',
    }),
  },
  takes: ['path'],
  terminal: {
    words: ['backup'],
    arguments: ['path'],
    details: [
      'Copies what cannot be rebuilt: memories, decisions, feedback. Indexes can be rebuilt from git. An existing file is not overwritten.',
    ],
    examples: [
      { command: 'afterwit backup', explanation: 'A copy in the home folder.' },
      { command: 'afterwit backup ~/memory-copy.db', explanation: 'A copy at another place.' },
    ],
    jsonType: 'MemoryCopy',
  },
  run: async ({ path: copy }, home) => await (await import('../../open/whole-memory.ts')).backUp(copy, home),
});
