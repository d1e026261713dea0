import { weighsPlaces } from '../../gate/policies.ts';
import { comparePlaces } from '../../gate/risk-covariates.ts';
import { chanceOfTouch } from '../../locate/rank-functions.ts';
import type {
  AnswerLevel,
  LikelyFile,
  LikelyFunction,
  LocatedPlaces,
  PlaceEvidence,
} from '../../model/evidence.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import { type Scope, scopeOf } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { asksWhatToDo } from '../../retrieval/answer-evidence.ts';
import { changedTerm, placeTerm, placeTerms } from '../../retrieval/item-terms.ts';
import { foundOtherwise, type ItemCandidate } from '../../retrieval/rank-items.ts';
import type { RecallDependencies } from '../memory/recall-dependencies.ts';
import type { RecallMemoriesRequest } from './moments.ts';

/** A place that is likelier wrong than three to one is not worth reading. */
export const leastConfidence = 0.25;
/** Longer texts say no more of the place. */
const longestText = 20_000;

/**
 * Where the failure at hand is likely mended. Located only where it can matter: unasked, the policy weighs it, a memory
 * names the change of its fix, and the code is indexed as it stands.
 */
export async function locatePlaces(
  { moment, query = '', failure, asOf }: RecallMemoriesRequest,
  dependencies: RecallDependencies,
): Promise<LocatedPlaces | undefined> {
  const { locatePlacesOf, settings, store, scopes, ancestry } = dependencies;
  if (moment === 'asked' || locatePlacesOf === undefined || !weighsPlaces(settings.gate)) return undefined;
  if (!readsRepository(dependencies)) return undefined;
  const text = [query, failure?.output ?? ''].filter(Boolean).join('\n').slice(0, longestText);
  if (text.trim() === '' || !store.read((reader) => knowsPlaces(reader, scopes))) return undefined;
  // The head is read from a file: git's earlier answer may be of another commit.
  const target = asOf ?? (await ancestry.head());
  return target === undefined ? undefined : await locatePlacesOf(text, target, 0);
}

/**
 * Whether places in the code may help: no memory is likely to answer, and a question for advice is not sent
 * to a place when a memory may answer it.
 */
export function wantsPlaces(
  { query = '' }: Pick<RecallMemoriesRequest, 'query'>,
  answer: { readonly level: AnswerLevel } | undefined,
): boolean {
  if (answer === undefined || answer.level === 'likely') return false;
  return answer.level === 'nothing' || !asksWhatToDo(query);
}

/**
 * Where a question in words is likely about. Only when asked, and only where no memory answers: to locate
 * takes longer than a whole recall, and an answer is worth more than a place. Nothing is indexed for it.
 */
export async function locateAsked(
  { moment, query = '', failure, asOf }: RecallMemoriesRequest,
  dependencies: Pick<RecallDependencies, 'locatePlacesOf' | 'ancestry' | 'repositoryId' | 'scopes'>,
): Promise<LocatedPlaces | undefined> {
  const { locatePlacesOf, ancestry } = dependencies;
  if (moment !== 'asked' || failure !== undefined || query.trim() === '') return undefined;
  if (locatePlacesOf === undefined || !readsRepository(dependencies)) return undefined;
  const target = asOf ?? (await ancestry.head());
  if (target === undefined) return undefined;
  return await locatePlacesOf(query.slice(0, longestText), target, leastConfidence);
}

type FoundPlace = NonNullable<ItemCandidate['place']>;

interface PlacedItem {
  readonly item: MemoryItem;
  readonly place: FoundPlace;
}

const mostFunctions = 40;
/** A function that is less likely says nothing of the fixes that changed it. */
const leastChance = 0.01;
/** The gate shows at most the first; the others tell by how much it is ahead. */
const mostPlaced = 3;

/** Whether anything is remembered with the places that its fix changed: without it nothing needs to be located. */
function knowsPlaces(reader: ItemReader, scopes: readonly Scope[]): boolean {
  return (reader.documentFrequencies(scopes, [changedTerm]).get(changedTerm) ?? 0) > 0;
}

/**
 * The memories whose fix likely changed a function that is to be changed now, likeliest first, then latest. Found by place
 * and not by words, since the output of a failure does not show where it is mended. Where a file was renamed since, the fix
 * has the former name.
 */
export function findPlaced(
  reader: ItemReader,
  scopes: readonly Scope[],
  located: LocatedPlaces,
): readonly PlacedItem[] {
  const likely = likelyPlaces(located);
  if (likely.functions.size === 0) return [];
  const touched = new Map<number, Set<LikelyFunction>>();
  for (const { term, ordinals } of reader.postings(scopes, [...likely.functions.keys()]).lists) {
    const found = likely.functions.get(term);
    for (const ordinal of found === undefined ? [] : ordinals) {
      const own = touched.get(ordinal) ?? new Set();
      touched.set(ordinal, own.add(found as LikelyFunction));
    }
  }
  const fileChance = Math.max(0, ...[...likely.files.values()].map(({ confidence }) => confidence));
  const likeliest = [...touched]
    .map(([ordinal, functions]) => ({ ordinal, atBest: { ...chancesOf([...functions]), fileChance } }))
    .toSorted((a, b) => comparePlaces(a.atBest, b.atBest) || b.ordinal - a.ordinal);
  // A file is less likely than one of its functions is thought to be only by rounding: a few more are enough.
  return readWorthiest(reader, likeliest.slice(0, 4 * mostPlaced), likely);
}

type Chances = Required<PlaceEvidence>;

function chancesOf(functions: readonly LikelyFunction[]): Omit<Chances, 'fileChance'> {
  const chances = functions.map(({ confidence }) => confidence);
  return { functionChance: chanceOfTouch(chances), namedChance: Math.max(0, ...chances) };
}

/** Reads memories, the best first, until no further one can come before those that were found. */
function readWorthiest(
  reader: ItemReader,
  likeliest: readonly { readonly ordinal: number; readonly atBest: Chances }[],
  likely: LikelyPlaces,
): readonly PlacedItem[] {
  let worthiest: readonly PlacedItem[] = [];
  for (const { ordinal, atBest } of likeliest) {
    const last = worthiest[mostPlaced - 1];
    if (last !== undefined && comparePlaces(last.place, atBest) <= 0) break;
    const [found] = reader.itemsAt([ordinal]);
    const place = found && placeOf(found.item, atBest, likely);
    if (found === undefined || place === undefined) continue;
    worthiest = [...worthiest, { item: found.item, place }]
      .toSorted((a, b) => comparePlaces(a.place, b.place))
      .slice(0, mostPlaced);
  }
  return worthiest;
}

/** Located places by the names that a fix may use: today's name or a former one. */
interface LikelyPlaces {
  /** By the terms of their places. */
  readonly functions: ReadonlyMap<string, LikelyFunction>;
  /** By their paths. */
  readonly files: ReadonlyMap<string, LikelyFile>;
}

function likelyPlaces({ functions, files }: LocatedPlaces): LikelyPlaces {
  const former = new Map(files.map(({ path, formerPaths = [] }) => [path, formerPaths] as const));
  const namesOf = (path: string) => [...(former.get(path) ?? []), path];
  return {
    functions: new Map(
      functions
        .filter(({ confidence }) => confidence >= leastChance)
        .slice(0, mostFunctions)
        .flatMap((each) => namesOf(each.path).map((path) => [placeTerm(path, each.name), each] as const)),
    ),
    files: new Map(files.flatMap((each) => namesOf(each.path).map((path) => [path, each] as const))),
  };
}

function placeOf(
  { body }: MemoryItem,
  { functionChance, namedChance }: Chances,
  { functions, files }: LikelyPlaces,
): FoundPlace | undefined {
  const changed = body?.kind === 'variant' ? (body.changed ?? []) : [];
  const confidenceIn = (path: string, name: string) =>
    Math.max(0, ...placeTerms(path, name).map((term) => functions.get(term)?.confidence ?? 0));
  const [likeliest] = changed
    .flatMap(({ path, name }) => (name === undefined ? [] : [{ path, name }]))
    .toSorted((a, b) => confidenceIn(b.path, b.name) - confidenceIn(a.path, a.name));
  if (likeliest === undefined) return undefined;
  const fileChance = Math.max(0, ...changed.map(({ path }) => files.get(path)?.confidence ?? 0));
  // The agent is sent to where it stands today.
  const path = files.get(likeliest.path)?.path ?? likeliest.path;
  return { functionChance, namedChance, fileChance, path, name: likeliest.name };
}

/** Candidates by words with those by place among them. */
export function withPlaced(
  candidates: readonly ItemCandidate[],
  placed: readonly PlacedItem[],
): readonly ItemCandidate[] {
  const places = new Map(placed.map(({ item, place }) => [item.id, place]));
  const known = new Set(candidates.map(({ item }) => item.id));
  const found = candidates.map((candidate) => {
    const place = places.get(candidate.item.id);
    return place === undefined ? candidate : { ...candidate, place };
  });
  const others = placed.filter(({ item }) => !known.has(item.id));
  return [...found, ...others.map(({ item, place }) => ({ ...foundByPlace(item), place }))];
}

/** Wraps a memory that shares no words with the question: it was found by the code that it is about. */
export function foundByPlace(item: MemoryItem): ItemCandidate {
  return foundOtherwise(item, 'words in common: found by the place that it is about');
}

/** Answers of an index hold in its repository: where that scope is not read, none of its banks is asked. */
export function readsRepository({
  repositoryId,
  scopes,
}: Pick<RecallDependencies, 'repositoryId' | 'scopes'>): boolean {
  return repositoryId !== undefined && scopes.includes(scopeOf('repo', repositoryId));
}
