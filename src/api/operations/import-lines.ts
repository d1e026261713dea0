import { isObject } from '../check-input.ts';
import { importing } from '../common-fields.ts';
import { given, required } from '../field.ts';
import { ofHome } from '../operation.ts';

export const importLines = ofHome({
  name: 'importLines',
  summary: 'Add the memories that others share here, or those of a file.',
  input: {
    lines: required(
      given<AsyncIterable<Uint8Array | string>>(
        'an async iterable',
        (value) => isObject(value) && Symbol.asyncIterator in value,
      ),
    ),
    ...importing,
  },
  takes: ['lines'],
  terminal: {
    words: ['import'],
    details: [
      'Without FILE, what `afterwit share` wrote into this repository (.afterwit/lessons.jsonl); it holds here. Else a file that export wrote, or a folder of Memory V2.',
      'Anyone could write a file in your name. Imported memories are therefore recalled on request only, with a warning, until you approve them (review approve); --mine trusts the file.',
      'Every line is checked and redacted again. Invalid lines are skipped and listed; the exit status is then 2. Memories that exist here stay unchanged. Running the import again adds nothing, so an interrupted import is resumed by running it again.',
    ],
    examples: [
      { command: 'afterwit import', explanation: 'What others share in this repository.' },
      {
        command: 'afterwit import lessons.jsonl --scope repo',
        explanation: 'Lessons from a file, for this repository.',
      },
      {
        command: 'afterwit import memories.jsonl --mine',
        explanation: 'Your own export, on another machine.',
      },
      {
        command: 'afterwit import ~/.agent/memory',
        explanation: 'The memories of a program with Memory V2.',
      },
    ],
    jsonType: 'ImportReport',
  },
  run: async ({ lines, ...options }, home) => {
    const { importFiles } = await import('../../open/exchange.ts');
    return await importFiles({ files: [{ lines }], ...options }, home);
  },
});
