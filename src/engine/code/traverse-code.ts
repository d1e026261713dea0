import { findEntity } from '../../codebase/find-entity.ts';
import { nodesOf } from '../../codebase/nodes-of.ts';
import { traverseGraph } from '../../codebase/traverse-graph.ts';
import {
  type CodeEdgeKind,
  type CodeTraversal,
  codeEdgeKinds,
  type TraverseDirection,
} from '../../model/code.ts';
import { AfterwitError } from '../../model/errors.ts';
import { type CodeView, codeGraphOf } from '../snapshot/code-view.ts';

export interface TraverseRequest {
  readonly code: CodeView;
  /** Id of a node, or a name. */
  readonly node: string;
  readonly direction?: TraverseDirection | undefined;
  readonly depth?: number | undefined;
  readonly kinds?: readonly CodeEdgeKind[] | undefined;
  readonly limit?: number | undefined;
}

/** Largest depth; beyond it, nearly everything is connected. */
const deepest = 5;
const defaultLimit = 50;
const mostAlternatives = 10;

/**
 * TraverseGraph of the repository-memory paper: the surroundings of a node in the code graph. An unknown name is not an
 * error: the answer is `unknown` with the nearest names.
 *
 * @throws INVALID_ARGUMENT for a name without text or a depth that is not 1–5
 */
export function traverseCode(request: TraverseRequest): CodeTraversal {
  const { code, node, direction = 'both', depth = 1, kinds = codeEdgeKinds, limit = defaultLimit } = request;
  checkArguments(node, depth, limit);
  const graph = codeGraphOf(code);
  const { matches, suggestions } = findEntity(graph, node);
  const asked = {
    direction,
    depth,
    kinds: codeEdgeKinds.filter((kind) => kinds.includes(kind)),
    asOf: code.commit,
  };
  const [start, ...others] = matches;
  if (start === undefined) {
    return {
      kind: 'unknown',
      nodes: [],
      edges: [],
      omitted: 0,
      ...asked,
      alternatives: nodesOf(graph, suggestions),
    };
  }
  return {
    kind: 'traversed',
    ...traverseGraph(graph, start, { direction, depth, kinds, limit }),
    ...asked,
    alternatives: nodesOf(graph, others.slice(0, mostAlternatives)),
  };
}

function checkArguments(node: string, depth: number, limit: number): void {
  if (node.trim() === '') {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The node has no name. Give a path, a symbol such as Writer.write, or the id of a node.',
    );
  }
  if (!Number.isInteger(depth) || depth < 1 || depth > deepest) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `A depth of ${depth} cannot be traversed. Give a whole number from 1 to ${deepest}.`,
      {
        data: { depth, deepest },
      },
    );
  }
  if (!Number.isInteger(limit) || limit < 1) {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      `A limit of ${limit} leaves nothing to show. Give a whole number from 1.`,
      { data: { limit } },
    );
  }
}
