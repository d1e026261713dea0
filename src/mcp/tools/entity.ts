import { entity as operation } from '../../api/operations.ts';
import type { CodeEntity, CodeNode } from '../../model/code.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { nameNode, sayUnknown } from './name-node.ts';
import { neutraliseLines } from './neutralise-lines.ts';
import { defineTool, reading } from './tool.ts';

const mostNeighbours = 8;

export const entity = defineTool({
  name: 'entity',
  description: 'Source and neighbours of what has a name.',
  input: operation.input,
  annotations: reading,
  async answer(memory, { name }) {
    const { name: asked, entities, alternatives } = await memory.entity(name);
    if (entities.length === 0) return { text: sayUnknown(asked, alternatives) };
    return { text: '', foreign: describeEntities(entities, alternatives) };
  },
});

function describeEntities(entities: readonly CodeEntity[], alternatives: readonly CodeNode[]): string {
  const others =
    alternatives.length === 0
      ? []
      : [`Of the same name: ${alternatives.map(({ id }) => neutraliseControls(id)).join(', ')}`];
  return [...entities.map(describeNeighbours), ...others, ...entities.flatMap(describeSource)].join('\n');
}

function describeNeighbours({ node, neighbours }: CodeEntity): string {
  return [
    `${nameNode(node)} · ${node.kind}`,
    ...neighbours.map(({ relation, nodes, total }) => {
      const shown = nodes.slice(0, mostNeighbours);
      const more = total - shown.length;
      return `${relation.replaceAll('_', ' ')}: ${shown.map(nameNode).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    }),
  ].join('\n');
}

function describeSource({ node, source }: CodeEntity): readonly string[] {
  if (source === undefined) return [];
  const { text, startLine, omittedLines } = source;
  const cut = omittedLines > 0 ? `, ${omittedLines} more lines cut` : '';
  return ['', `${nameNode(node)} from line ${startLine}${cut}:`, neutraliseLines(text)];
}
