import { speaker } from '../common-fields.ts';
import { path, required } from '../field.ts';
import { ofHome } from '../operation.ts';

export const restore = ofHome({
  name: 'restore',
  summary: 'Replace the memory by a copy.',
  input: {
    path: required(path('A file that backup wrote.', { placeholder: 'FILE' })),
    speaker,
  },
  takes: ['path'],
  terminal: {
    words: ['restore'],
    arguments: ['path'],
    details: [
      'The whole copy is verified first; a damaged one changes nothing. The previous memory is kept beside it. Only a person may do this.',
    ],
    examples: [{ command: 'afterwit restore ~/memory-copy.db', explanation: 'Return to that copy.' }],
    jsonType: 'MemoryReplacement',
  },
  run: async ({ path: copy, speaker }, home) =>
    await (await import('../../open/whole-memory.ts')).restore(copy, speaker ?? home.speaker, home),
});
