import { type CodeGraph, neighboursOf, nodesOf, traverseGraph } from '../../codebase/code-graph.ts';
import { findEntity } from '../../codebase/find-entity.ts';
import { cutSource } from '../../codebase/index-blob.ts';
import {
  type CodeEdgeKind,
  type CodeEntity,
  type CodeNode,
  type CodeTraversal,
  codeEdgeKinds,
  type EntityView,
  type TraverseDirection,
} from '../../model/code.ts';
import { invalidArgument } from '../../model/errors.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import { type CodeView, codeGraphOf, readBlobTexts } from '../snapshot/open-code.ts';

const keepBytes = 4_194_304;

/** Texts kept for the next question; the same files are near to many. In characters, of all texts together. */
const keptCharacters = 2_097_152;
const kept = new WeakMap<CodeView, Map<string, string>>();

/** Texts of files of one tree, by path; those that cannot be read are missing. */
export async function readTexts(
  code: CodeView,
  git: Pick<GitReader, 'readBlobs'>,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = kept.get(code) ?? new Map<string, string>();
  kept.set(code, known);
  const missing = new Set(paths.filter((path) => !known.has(path)));
  const texts = new Map(
    paths.flatMap((path) => (known.has(path) ? [[path, known.get(path) ?? ''] as const] : [])),
  );
  if (missing.size === 0) return texts;
  const files = [...missing].flatMap((path) => {
    const blobId = code.blobIdOf(path);
    return blobId === undefined ? [] : [{ path, blobId }];
  });
  const ids = files.map(({ blobId }) => blobId);
  const byBlob = await readBlobTexts(git, ids, keepBytes);
  for (const { path, blobId } of files) {
    const text = byBlob.get(blobId);
    if (text === undefined) continue;
    texts.set(path, text);
    known.set(path, text);
  }
  forgetOldest(known);
  return texts;
}

function forgetOldest(known: Map<string, string>): void {
  let characters = 0;
  for (const text of known.values()) characters += text.length;
  for (const [path, text] of known) {
    if (characters <= keptCharacters) return;
    known.delete(path);
    characters -= text.length;
  }
}

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
    throw invalidArgument(
      'The node has no name. Give a path, a symbol such as Writer.write, or the id of a node.',
    );
  }
  if (!Number.isInteger(depth) || depth < 1 || depth > deepest) {
    throw invalidArgument(
      `A depth of ${depth} cannot be traversed. Give a whole number from 1 to ${deepest}.`,
      { depth, deepest },
    );
  }
  if (!Number.isInteger(limit) || limit < 1) {
    throw invalidArgument(`A limit of ${limit} leaves nothing to show. Give a whole number from 1.`, {
      limit,
    });
  }
}

export interface EntityRequest {
  readonly code: CodeView;
  readonly git: Pick<GitReader, 'readBlobs'>;
  /** In any form that `codebase/find-entity.ts` accepts. */
  readonly name: string;
}

/** Number of entities shown in full; further ones are only named. */
const mostInFull = 3;
const mostOthers = 20;
const mostNeighbours = 20;
/** Limit of the source of all entities together. */
const largestSourceCharacters = 60_000;

/**
 * RetrieveEntity of the repository-memory paper: the source of the nodes with a name, and their neighbours in the code
 * graph. An unknown name is not an error: the answer is `unknown` with the nearest names.
 * @throws INVALID_ARGUMENT for a name without text
 */
export async function viewEntity({ code, git, name }: EntityRequest): Promise<EntityView> {
  if (name.trim() === '') {
    throw invalidArgument('The name is empty. Give a symbol such as Writer.write, or a path.');
  }
  const graph = codeGraphOf(code);
  const { matches, suggestions } = findEntity(graph, name);
  const shown = nodesOf(graph, matches.slice(0, mostInFull));
  const paths = shown.filter(({ kind }) => kind !== 'directory').map(({ path }) => path);
  const texts = await readTexts(code, git, paths);
  const others = matches.length === 0 ? suggestions : matches.slice(mostInFull, mostInFull + mostOthers);
  return {
    kind: matches.length === 0 ? 'unknown' : 'found',
    name,
    entities: shown.map((node) =>
      describe(graph, node, texts, Math.floor(largestSourceCharacters / shown.length)),
    ),
    alternatives: nodesOf(graph, others),
    asOf: code.commit,
  };
}

function describe(
  graph: CodeGraph,
  node: CodeNode,
  texts: ReadonlyMap<string, string>,
  sourceCharacters: number,
): CodeEntity {
  const text = node.kind === 'directory' ? undefined : texts.get(node.path);
  const source = text === undefined ? undefined : cutSource(text, node, sourceCharacters);
  return {
    node,
    ...(source === undefined ? {} : { source }),
    neighbours: neighboursOf(graph, node, mostNeighbours),
  };
}
