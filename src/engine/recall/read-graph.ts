import type { EdgeKind, GraphNode } from '../../model/card.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { type ItemRelation, type MemoryItem, standsAlone } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { InstanceGraph } from '../../retrieval/instance-graph.ts';
import { placeTerm } from '../../retrieval/item-terms.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { kindOfItem } from './read-units.ts';

/** A node with the memory that it is. */
export interface ContextNode extends GraphNode {
  readonly item?: MemoryItem;
}

/** Where the graph is read from. */
export interface GraphStart {
  readonly places: LocatedPlaces;
  readonly memories: readonly MemoryItem[];
}

interface GraphSource {
  readonly reader: Pick<ItemReader, 'item' | 'postings' | 'itemsAt'>;
  readonly scopes: readonly Scope[];
  readonly repositoryId?: RepositoryId | undefined;
  readonly maxHops: number;
}

/** Of a place that more is known of, the latest are read. */
const mostAboutPlace = 12;
const mostPlacesOf = 8;
/** A memory is about its places for sure; how likely these matter is said where they were located. */
const certain = 1;
/** What brought about another, or rests on it, is not always what is sought: set, not measured. */
const linkConfidence = 0.8;

const edgeOf: Readonly<Record<ItemRelation, EdgeKind>> = {
  caused_by: 'precondition',
  resolved_by: 'precondition',
  depends_on: 'precondition',
  supersedes: 'similarity',
  may_supersede: 'conflict',
  contradicts: 'conflict',
};

/**
 * The instance context graph around what is likely to matter, as far as `maxHops` edges lead: places, the memories about them, and what these
 * are linked with. It is read anew for each question from what is remembered by then: nothing of what comes of the answer can be in it.
 */
export function readGraph({ places, memories }: GraphStart, source: GraphSource): InstanceGraph<ContextNode> {
  const graph = new InstanceGraph<ContextNode>();
  const { reader, scopes, repositoryId = 'none', maxHops } = source;
  const grown = new Set<string>();
  for (const { path, confidence } of places.files) addPlace(path, undefined, confidence);
  for (const { path, name, confidence } of places.functions) addPlace(path, name, confidence);
  for (const item of memories) addMemory(item);
  for (let hop = 0; hop < maxHops; hop += 1)
    for (const node of graph.nodes.filter(({ id }) => !grown.has(id))) grow(node);
  return graph;

  function grow(node: ContextNode): void {
    grown.add(node.id);
    if (node.item === undefined) growFromPlace(node);
    else growFromMemory(node.item);
  }

  function growFromPlace({ id, source: path, content }: ContextNode): void {
    const term = content === path ? placeTerm(path) : placeTerm(path, content);
    const [list] = reader.postings(scopes, [term]).lists;
    if (list === undefined) return;
    const latest = [...list.ordinals.slice(-mostAboutPlace)].reverse();
    const known = new Map(reader.itemsAt(latest).map(({ ordinal, item }) => [ordinal, item]));
    for (const ordinal of latest) {
      const item = known.get(ordinal);
      if (item === undefined || item.status !== 'active') continue;
      addMemory(item);
      graph.connect({ from: id, to: item.id, kind: 'task_memory', confidence: certain });
    }
  }

  function growFromMemory(item: MemoryItem): void {
    for (const { id, relation } of item.relatedItems) {
      const other = reader.item(id);
      if (other === undefined || !standsAlone(other)) continue;
      addMemory(other);
      graph.connect({ from: item.id, to: id, kind: edgeOf[relation], confidence: linkConfidence });
    }
    for (const { path } of item.anchors.slice(0, mostPlacesOf)) {
      addPlace(path, undefined, certain);
      graph.connect({ from: item.id, to: path, kind: 'task_memory', confidence: certain });
    }
  }

  function addMemory(item: MemoryItem): void {
    const { id, title, content, origin, tokenCost, confidence } = item;
    if (graph.node(id) !== undefined) return;
    const said = { source: origin, content: `${title}\n${content}`, tokens: tokenCost, confidence };
    graph.add({ id, instanceId: repositoryId, kind: kindOfItem(item), ...said, item });
  }

  function addPlace(path: string, name: string | undefined, confidence: number): void {
    const id = name === undefined ? path : `${path}#${name}`;
    if (graph.node(id) !== undefined) return;
    const content = name ?? path;
    const place = { source: path, content, tokens: estimateTokens(content), confidence };
    graph.add({ id, instanceId: repositoryId, kind: name === undefined ? 'file' : 'symbol', ...place });
    if (name !== undefined) graph.connect({ from: path, to: id, kind: 'containment', confidence });
  }
}
