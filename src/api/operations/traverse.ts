import { codeEdgeKinds, traverseDirections } from '../../model/code.ts';
import { asOf, limit } from '../common-fields.ts';
import { choice, choices, count, required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

export const traverse = ofRepository({
  name: 'traverse',
  summary:
    'Show what a file or symbol contains, imports, calls and inherits from, and what uses it in these ways.',
  input: {
    node: required(
      text('Path, symbol (Writer, Writer.write, src/io.py:Writer), or id as the answer prints it.', {
        placeholder: 'NODE',
        agent: 'Path, name, `path:Name` or id',
      }),
    ),
    asOf,
    depth: count('Number of edges to follow from the start, 1 to 5.', {
      placeholder: 'COUNT',
      byDefault: '1',
      agent: true,
      most: 5,
    }),
    direction: choice(
      traverseDirections,
      'Direction of edges to follow: out, to what a node uses; in, to what uses it; or both.',
      {
        placeholder: 'WAY',
        byDefault: 'both',
        agent: true,
      },
    ),
    kinds: choices(
      codeEdgeKinds,
      `Kinds of edges to follow, separated by commas: ${codeEdgeKinds.join(', ')}.`,
      {
        placeholder: 'KINDS',
        flag: 'kind',
        byDefault: 'all',
        agent: true,
      },
    ),
    limit: limit('Maximum number of entries to show.', { most: 200 }),
  },
  takes: ['node'],
  terminal: {
    words: ['traverse'],
    arguments: ['node'],
    details: [
      'Names are resolved by their place in the code, not by types. When several definitions share a name, calls may be missing or be shown for each of them.',
    ],
    examples: [
      { command: 'afterwit traverse Writer.write', explanation: 'What is connected to this method?' },
      {
        command: 'afterwit traverse src/io.py --direction in --kind imports --depth 2',
        explanation: 'What imports this file, and what imports that?',
      },
    ],
    jsonType: 'CodeTraversal',
  },
  run: async ({ asOf, ...request }, on) =>
    await on.withCode(asOf, async (questions, _, { view: code }) => questions.traverse({ ...request, code })),
});
