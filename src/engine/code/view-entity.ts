import type { CodeGraph } from '../../codebase/code-graph.ts';
import { cutSource } from '../../codebase/cut-source.ts';
import { findEntity } from '../../codebase/find-entity.ts';
import { neighboursOf } from '../../codebase/neighbours-of.ts';
import { nodesOf } from '../../codebase/nodes-of.ts';
import type { CodeEntity, CodeNode, EntityView } from '../../model/code.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { GitReader } from '../../ports/git-reader.ts';
import { type CodeView, codeGraphOf } from '../snapshot/code-view.ts';
import { readTexts } from './read-texts.ts';

export interface EntityRequest {
  readonly code: CodeView;
  readonly git: Pick<GitReader, 'readBlobs'>;
  /** In any form that `codebase/find-entity.ts` accepts. */
  readonly name: string;
}

/** Number of entities shown in full; further ones are only named. */
const mostInFull = 3;
const mostAlternatives = 20;
const mostNeighbours = 20;
/** Limit of the source of all entities together. */
const largestSourceCharacters = 60_000;

/**
 * RetrieveEntity of the repository-memory paper: the source of the nodes with a name, and their neighbours in the code
 * graph. An unknown name is not an error: the answer is `unknown` with the nearest names.
 *
 * @throws INVALID_ARGUMENT for a name without text
 */
export async function viewEntity({ code, git, name }: EntityRequest): Promise<EntityView> {
  if (name.trim() === '') {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The name is empty. Give a symbol such as Writer.write, or a path.',
    );
  }
  const graph = codeGraphOf(code);
  const { matches, suggestions } = findEntity(graph, name);
  const shown = nodesOf(graph, matches.slice(0, mostInFull));
  const paths = shown.filter(({ kind }) => kind !== 'directory').map(({ path }) => path);
  const texts = await readTexts(code, git, paths);
  const others =
    matches.length === 0 ? suggestions : matches.slice(mostInFull, mostInFull + mostAlternatives);
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
