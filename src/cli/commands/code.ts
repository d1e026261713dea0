import * as operations from '../../api/operations.ts';
import type {
  CodeEdge,
  CodeEdgeKind,
  CodeEntity,
  CodeNode,
  CodeTraversal,
  NeighbourGroup,
  NeighbourRelation,
} from '../../model/code.ts';
import { countOf } from '../../wording/formats.ts';
import { asking } from '../ask.ts';
import {
  type Block,
  blank,
  bold,
  cyan,
  dim,
  field,
  indent,
  joined,
  type Part,
  section,
  shellWord,
  table,
  text,
  title,
  unbroken,
} from '../page.ts';
import { splitLines } from '../terminal/line.ts';

const shownNeighbours = 8;

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

export const traverse = asking(operations.traverse, (traversal, { node }) => showTraversal(traversal, node));

export function showTraversal(traversal: CodeTraversal, asked: string): Block {
  const { depth, nodes, edges, kinds, omitted, alternatives } = traversal;
  const [start] = nodes;
  if (start === undefined) return showUnknown(asked, alternatives);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const scope = `${countOf(nodes.length - 1, 'node')} within ${countOf(depth, 'edge')}`;
  const ends = (kind: CodeEdgeKind, far: 'from' | 'to') => nodeRows(endsOf(edges, kind, far, start.id, byId));
  const more = `${countOf(omitted, 'more node')} within this depth; --limit shows more, --kind and --direction select.`;
  return [
    text(nodeName(start), '  ', nodePlace(start), dim(`  ${start.kind}, ${scope}`)),
    kinds.map((kind) => [
      section(outward[kind], ends(kind, 'to')),
      section(inward[kind], ends(kind, 'from')),
    ]),
    section('Among these', farther(edges, start.id, byId)),
    omitted > 0 && [blank, text(dim(more))],
    showAlternatives('traverse', alternatives),
  ];
}

type Nodes = ReadonlyMap<string, CodeNode>;

/** Nodes that the edges of one kind connect with the start, in one direction. */
function endsOf(
  edges: readonly CodeEdge[],
  kind: CodeEdgeKind,
  far: 'from' | 'to',
  start: string,
  byId: Nodes,
): readonly CodeNode[] {
  const near = far === 'to' ? 'from' : 'to';
  return edges
    .filter((edge) => edge.kind === kind && edge[near] === start && edge[far] !== start)
    .flatMap((edge) => byId.get(edge[far]) ?? []);
}

function farther(edges: readonly CodeEdge[], start: string, byId: Nodes): Block {
  return inRows(
    edges.flatMap(({ kind, from, to }) => {
      const [one, other] = [byId.get(from), byId.get(to)];
      if (from === start || to === start || one === undefined || other === undefined) return [];
      return [[nodeName(one), dim(` ${outward[kind].toLowerCase()} `), nodeName(other)]];
    }),
  );
}

const relationNames: Readonly<Record<NeighbourRelation, string>> = {
  contained_by: 'in',
  contains: 'contains',
  inherits: 'inherits',
  inherited_by: 'heirs',
  calls: 'calls',
  called_by: 'callers',
  imports: 'imports',
  imported_by: 'used by',
};

export const entity = asking(operations.entity, ({ name, entities, alternatives }) =>
  entities.length === 0
    ? showUnknown(name, alternatives)
    : [
        entities.map((each, at) => [at > 0 && blank, showEntity(each)]),
        showAlternatives('entity', alternatives),
      ],
);

function showEntity({ node, neighbours, source }: CodeEntity): Block {
  return [
    unbroken(nodeName(node), '  ', nodePlace(node), dim(`  ${node.kind}`)),
    neighbours.map(showNeighbours),
    source !== undefined && [blank, showSource(source)],
  ];
}

function showNeighbours({ relation, nodes, total }: NeighbourGroup): Block {
  const shown: readonly Part[] = nodes.slice(0, shownNeighbours).map(nodeName);
  const rest = total - shown.length;
  return field(relationNames[relation], joined(rest > 0 ? [...shown, dim(`+${rest} more`)] : shown));
}

function showSource({ text: code, startLine, omittedLines }: NonNullable<CodeEntity['source']>): Block {
  const said = splitLines(code);
  const digits = String(startLine + said.length).length;
  return [
    said.map((each, at) => unbroken(dim(`${String(startLine + at).padStart(digits)}  `), each)),
    omittedLines > 0 && unbroken(dim(`… ${countOf(omittedLines, 'more line')}`)),
  ];
}

function nodeName({ kind, name, path }: CodeNode): Part {
  if (kind === 'directory') return cyan(path === '.' ? './' : `${path}/`);
  return kind === 'file' ? cyan(path) : bold(name);
}

/** `src/io.py:12` for a symbol; nothing for a file or directory, whose name is its place. */
function nodePlace({ kind, path, startLine }: CodeNode): Part {
  if (kind === 'file' || kind === 'directory') return undefined;
  return dim(startLine === undefined ? path : `${path}:${startLine}`);
}

function nodeRows(nodes: readonly CodeNode[]): Block {
  return inRows(nodes.map((node) => [nodeName(node), '  ', nodePlace(node)]));
}

function inRows(rows: readonly Part[]): Block {
  return indent(
    2,
    table(
      rows.map((each) => [each]),
      { wraps: true },
    ),
  );
}

/** The answer when no node has the name: the nearest names. */
function showUnknown(name: string, nearest: readonly CodeNode[]): Block {
  return [
    text('Nothing in the code is called ', bold(name), '.'),
    nearest.length > 0 && [blank, unbroken(dim('Nearest names:')), nodeRows(nearest)],
  ];
}

/** Other nodes with the name, and how to ask for one of them. */
function showAlternatives(command: 'entity' | 'traverse', alternatives: readonly CodeNode[]): Block {
  const [first] = alternatives;
  if (first === undefined) return undefined;
  return [
    title('Of the same name'),
    indent(
      2,
      table(
        alternatives.map(({ kind, id }) => [dim(kind), id]),
        { wraps: true },
      ),
    ),
    text(dim('One of them: '), cyan(`afterwit ${command} ${shellWord(first.id)}`)),
  ];
}
