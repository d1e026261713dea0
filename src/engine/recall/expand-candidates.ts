import type { ItemId } from '../../model/brands.ts';
import type { EdgeKind, GraphNode, GraphReach } from '../../model/card.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { type ItemRelation, type MemoryItem, standsAlone } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { expandGraph, type GraphSeed, InstanceGraph } from '../../retrieval/instance-graph.ts';
import { placeTerm } from '../../retrieval/item-terms.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { kindOfItem } from './ask-judge.ts';
import type { Candidate } from './candidate.ts';
import { admitCandidates, inspectCandidates, isAdmissible, strategiesFor } from './check-candidates.ts';
import { type AnswerVerdict, answerLevel } from './judge-answer.ts';
import { matchFound } from './match-candidates.ts';
import { foundByPlace, wantsPlaces } from './places.ts';
import type { Question } from './question.ts';

interface Expansion {
  readonly candidates: readonly Candidate[];
  /** Absent where nothing was asked in words alone: then nothing is expanded. */
  readonly answer: Pick<AnswerVerdict, 'level'> | undefined;
}

interface ReachedItem {
  readonly item: MemoryItem;
  readonly reached: GraphReach;
}

/**
 * The candidates with the memories near those that answer, or, where none answers, near the places in the
 * code that the question is likely about. Memories that were not found by their words come last, so that they
 * displace no answer; all pass the same gate.
 */
export async function expandCandidates(
  expansion: Expansion,
  question: Question,
  dependencies: RecallDependencies,
): Promise<readonly Candidate[]> {
  const { candidates, answer } = expansion;
  const { store, settings, clock } = dependencies;
  if (answer === undefined || settings.memory.v3.graphExpansion.maxHops === 0) return candidates;
  const start = await startOf(expansion, question, dependencies);
  if (start.seeds.length === 0) return candidates;
  const nowMs = clock.nowMs();
  const known = new Map(candidates.map((candidate) => [candidate.item.id, candidate]));
  const { reached, matched, strategies } = store.read((reader) => {
    const found = reachedItems(start, reader, dependencies);
    const unknown = found.filter(({ item }) => !known.has(item.id));
    const near = matchFound(
      reader,
      { candidates: unknown.map(({ item }) => foundByPlace(item)), rarityOf: () => undefined },
      { ...question.moment, query: question.query, nowMs, session: question.request.speaker.session },
      settings.failures,
    );
    const standpoint = { scopes: dependencies.scopes, nowMs, settings: settings.memory };
    return { reached: found, matched: near, strategies: strategiesFor(near, reader, standpoint) };
  });
  const inspection = { asked: question.moment.asked, ofFailure: false, nowMs, strategies };
  const inspected = await inspectCandidates(matched, inspection, dependencies);
  const joined = withReached(candidates, inspected, reached, dependencies);
  return admitCandidates(joined, question.moment, dependencies);
}

async function startOf(
  { candidates, answer }: Expansion,
  { request, locate }: Question,
  { settings }: Pick<RecallDependencies, 'settings'>,
): Promise<GraphStart & { readonly seeds: readonly GraphSeed[] }> {
  const { minConfidence } = settings.memory.v3.graphExpansion;
  const answering = candidates.filter(
    (candidate) => candidate.admission.admitted && answerLevel(candidate) === 'likely',
  );
  const { files, functions } = (wantsPlaces(request, answer) ? await locate() : undefined) ?? {
    files: [],
    functions: [],
  };
  const isLikely = ({ confidence }: Pick<GraphSeed, 'confidence'>) => confidence >= minConfidence;
  const places = { files: files.filter(isLikely), functions: functions.filter(isLikely) };
  const seeds = [
    ...places.functions.map(({ path, name, confidence }) => ({ id: `${path}#${name}`, confidence })),
    ...places.files.map(({ path, confidence }) => ({ id: path, confidence })),
    ...answering.map(({ item, answer: own }) => ({ id: item.id, confidence: own?.confidence ?? 0 })),
  ];
  return { places, memories: answering.map(({ item }) => item), seeds: seeds.filter(isLikely) };
}

function reachedItems(
  { seeds, ...start }: Awaited<ReturnType<typeof startOf>>,
  reader: ItemReader,
  { settings, scopes, repositoryId }: RecallDependencies,
): readonly ReachedItem[] {
  const { maxHops, minConfidence } = settings.memory.v3.graphExpansion;
  const answering = new Set(start.memories.map(({ id }) => id));
  const graph = readGraph(start, { reader, scopes, repositoryId, maxHops });
  return expandGraph(graph, seeds, { maxHops, minConfidence }).flatMap(({ node: { item }, ...reached }) =>
    item?.status === 'active' && standsAlone(item) && !answering.has(item.id) ? [{ item, reached }] : [],
  );
}

/** At most so many memories that may be shown: the likeliest first, then those with most words of the question, then the latest. */
function withReached(
  candidates: readonly Candidate[],
  inspected: readonly Candidate[],
  reached: readonly ReachedItem[],
  dependencies: RecallDependencies,
): readonly Candidate[] {
  const { settings } = dependencies;
  const byId = new Map([...candidates, ...inspected].map((candidate) => [candidate.item.id, candidate]));
  const scoreOf = ({ item }: ReachedItem) => byId.get(item.id)?.score ?? 0;
  const chosen = reached
    .filter(({ item }) => {
      const candidate = byId.get(item.id);
      return candidate !== undefined && isAdmissible(candidate, true, dependencies);
    })
    .toSorted((a, b) => b.reached.confidence - a.reached.confidence || scoreOf(b) - scoreOf(a))
    .slice(0, settings.memory.v3.graphExpansion.maxItems);
  const ways = new Map<ItemId, GraphReach>(chosen.map(({ item, reached: way }) => [item.id, way]));
  const unknown = chosen.filter(({ item }) => !candidates.some((candidate) => candidate.item.id === item.id));
  const joined = [...candidates, ...unknown.flatMap(({ item }) => byId.get(item.id) ?? [])];
  return joined.map((candidate): Candidate => {
    const way = ways.get(candidate.item.id);
    return way === undefined ? candidate : { ...candidate, reached: way, strength: 'similar' };
  });
}

/** A node with the memory that it is. */
interface ContextNode extends GraphNode {
  readonly item?: MemoryItem;
}

interface GraphStart {
  readonly places: LocatedPlaces;
  readonly memories: readonly MemoryItem[];
}

interface GraphSource {
  readonly reader: Pick<ItemReader, 'item' | 'postings' | 'itemsAt'>;
  readonly scopes: readonly Scope[];
  readonly repositoryId?: RepositoryId | undefined;
  readonly maxHops: number;
}

/** Most memories that are read about a place, the latest. */
const mostAboutPlace = 12;
const mostPlacesOf = 8;
/** A memory is about its places for sure; how likely these matter is said where they were located. */
const certain = 1;
/** A cause or a support of a memory is not always the memory that is sought: set, not measured. */
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
 * The instance context graph around the likely places, as far as `maxHops` edges lead: places, the memories about them,
 * and the memories linked with these. It is read anew for each question from the memory as it is, so no part of the
 * answer can be in it.
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
