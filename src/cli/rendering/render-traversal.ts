import type { CodeEdge, CodeEdgeKind, CodeNode, CodeTraversal } from '../../model/code.ts';
import { countOf } from '../../wording/format-number.ts';
import { wrapRows } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import { blank, type Page, sentence } from './page.ts';
import { nodeName, nodePlace, nodeRows, renderAlternatives, renderUnknown } from './render-nodes.ts';

/** Words for an edge in each direction, seen from the start. */
const outward: Readonly<Record<CodeEdgeKind, string>> = {
  contains: 'Contains',
  imports: 'Imports',
  calls: 'Calls',
  inherits: 'Inherits from',
};
const inward: Readonly<Record<CodeEdgeKind, string>> = {
  contains: 'Contained by',
  imports: 'Imported by',
  calls: 'Called by',
  inherits: 'Inherited by',
};

/** Answer of `traverse`. */
export function renderTraversal(traversal: CodeTraversal, asked: string, page: Page): readonly Line[] {
  const [start] = traversal.nodes;
  if (start === undefined) return renderUnknown(asked, traversal.alternatives, page);
  const byId = new Map(traversal.nodes.map((node) => [node.id, node]));
  const { depth, nodes } = traversal;
  const scope = `${countOf(nodes.length - 1, 'node')} within ${countOf(depth, 'edge')}`;
  return [
    ...sentence(page, nodeName(start), '  ', nodePlace(start), span(`  ${start.kind}, ${scope}`, 'dim')),
    ...traversal.kinds.flatMap((kind) => [
      ...section(outward[kind], endsOf(traversal.edges, kind, 'to', start.id, byId), page),
      ...section(inward[kind], endsOf(traversal.edges, kind, 'from', start.id, byId), page),
    ]),
    ...renderFarther(traversal.edges, start.id, byId, page),
    ...(traversal.omitted === 0 ? [] : [blank, ...omitted(traversal.omitted, page)]),
    ...renderAlternatives('traverse', traversal.alternatives, page),
  ];
}

function section(title: string, nodes: readonly CodeNode[], page: Page): readonly Line[] {
  return nodes.length === 0 ? [] : [blank, line(span(title, 'bold')), ...nodeRows(nodes, page)];
}

/** Nodes that the edges of one kind connect with the start, in one direction. */
function endsOf(
  edges: readonly CodeEdge[],
  kind: CodeEdgeKind,
  far: 'from' | 'to',
  start: string,
  byId: ReadonlyMap<string, CodeNode>,
): readonly CodeNode[] {
  const near = far === 'to' ? 'from' : 'to';
  return edges
    .filter((edge) => edge.kind === kind && edge[near] === start && edge[far] !== start)
    .flatMap((edge) => byId.get(edge[far]) ?? []);
}

function renderFarther(
  edges: readonly CodeEdge[],
  start: string,
  byId: ReadonlyMap<string, CodeNode>,
  { width }: Page,
): readonly Line[] {
  const rows = edges.flatMap(({ kind, from, to }): readonly Line[] => {
    const [one, other] = [byId.get(from), byId.get(to)];
    if (from === start || to === start || one === undefined || other === undefined) return [];
    return [line(nodeName(one), span(` ${outward[kind].toLowerCase()} `, 'dim'), nodeName(other))];
  });
  if (rows.length === 0) return [];
  return [blank, line(span('Among these', 'bold')), ...wrapRows(rows, { width, indent: 2 })];
}

function omitted(count: number, page: Page): readonly Line[] {
  const text = `${countOf(count, 'more node')} within this depth; --limit shows more, --kind and --direction select.`;
  return sentence(page, span(text, 'dim'));
}
