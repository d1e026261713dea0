import type { ItemId } from '../../model/brands.ts';
import type { GraphReach } from '../../model/card.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import { type MemoryItem, standsAlone } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { expandGraph, type GraphSeed } from '../../retrieval/expand-graph.ts';
import { sessionRejections } from '../decisions/session-rejections.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import { type AdmittedCandidate, admitCandidates, isAdmissible } from './admit-candidates.ts';
import { foundByPlace } from './find-placed.ts';
import { type InspectedCandidate, inspectCandidates } from './inspect-candidates.ts';
import { type AnswerVerdict, answerLevel } from './judge-answer.ts';
import { wantsPlaces } from './locate-places.ts';
import { type MatchedCandidate, pastOf } from './match-candidates.ts';
import { type GraphStart, readGraph } from './read-graph.ts';
import type { RecallMemoriesRequest } from './recall-request.ts';
import { strategiesFor } from './strategies-for.ts';

interface Expansion {
  readonly request: Pick<RecallMemoriesRequest, 'speaker' | 'query'>;
  readonly candidates: readonly AdmittedCandidate[];
  /** Absent where nothing was asked in words alone: then nothing is expanded. */
  readonly answer: Pick<AnswerVerdict, 'level'> | undefined;
  /** Where what was asked is likely about; asked for only where {@link wantsPlaces} says so. */
  readonly locate: () => Promise<LocatedPlaces | undefined>;
}

/** A memory with where it was reached from. */
interface ReachedItem {
  readonly item: MemoryItem;
  readonly reached: GraphReach;
}

/**
 * The candidates with the memories that stand near what is likely to matter: near the memories that answer, and where none does near the places in the code that
 * the question is likely about. What was not found by its words comes last, so that it takes the place of none that answers; all pass the same gate.
 */
export async function expandCandidates(
  expansion: Expansion,
  dependencies: RecallDependencies,
): Promise<readonly AdmittedCandidate[]> {
  const { candidates, answer, request } = expansion;
  const { store, settings, clock } = dependencies;
  if (answer === undefined || settings.memory.v3.graphExpansion.maxHops === 0) return candidates;
  const start = await startOf(expansion, dependencies);
  if (start.seeds.length === 0) return candidates;
  const nowMs = clock.nowMs();
  const known = new Map(candidates.map((candidate) => [candidate.item.id, candidate]));
  const { reached, matched, strategies } = store.read((reader) => {
    const found = reachedItems(start, reader, dependencies);
    const unknown = found.filter(({ item }) => !known.has(item.id));
    const outcomes = reader.outcomesAbout(unknown.map(({ item }) => item.id));
    const rejections = sessionRejections(reader, request.speaker.session);
    const past = { nowMs, outcomes, rejections };
    const near = unknown.map((one): MatchedCandidate => matchedAs(one, past));
    const standpoint = { scopes: dependencies.scopes, nowMs, settings: settings.memory };
    return { reached: found, matched: near, strategies: strategiesFor(near, reader, standpoint) };
  });
  const everything = { ofFailure: false, nowMs, strategies, branchMatters: all, filesMatter: all };
  const inspected = await inspectCandidates(matched, everything, dependencies);
  const joined = withReached(candidates, inspected, reached, dependencies);
  return admitCandidates(joined, { asked: true }, dependencies);
}

const all = (): boolean => true;

async function startOf(
  { candidates, request, answer, locate }: Expansion,
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

function matchedAs({ item }: ReachedItem, past: Parameters<typeof pastOf>[1]): MatchedCandidate {
  return { ...foundByPlace, item, strength: 'similar', shownHere: false, ...pastOf({ item }, past) };
}

/** As many as are wanted of those that may be shown, the likeliest first; of those equally likely what has most words of the question, then the latest. */
function withReached(
  candidates: readonly InspectedCandidate[],
  inspected: readonly InspectedCandidate[],
  reached: readonly ReachedItem[],
  dependencies: RecallDependencies,
): readonly InspectedCandidate[] {
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
  return joined.map((candidate): InspectedCandidate => {
    const way = ways.get(candidate.item.id);
    return way === undefined ? candidate : { ...candidate, reached: way, strength: 'similar' };
  });
}
