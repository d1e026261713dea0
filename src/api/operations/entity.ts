import { asOf } from '../common-fields.ts';
import { required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const entity = ofRepository({
  name: 'entity',
  summary: 'Show the source of a symbol, and its neighbours in the code.',
  input: {
    name: required(
      text('Symbol (Writer, Writer.write, src/io.py:Writer), path, or id.', {
        placeholder: 'NAME',
        agent: '`Writer`, `Writer.write`, `src/io.py:Writer`, a path or an id',
      }),
    ),
    asOf,
  },
  takes: ['name'],
  terminal: {
    words: ['entity'],
    arguments: ['name'],
    details: ['When several definitions have the name, the likeliest are shown. Long files are cut.'],
    examples: [{ command: 'afterwit entity Writer.write', explanation: 'Read one method.' }],
    jsonType: 'EntityView',
  },
  run: async ({ name, asOf }, on) =>
    await on.withCode(asOf, (questions, _, { view: code, readBlobs }) =>
      questions.entity({ code, git: { readBlobs }, name }),
    ),
});
