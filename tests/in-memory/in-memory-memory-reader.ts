import { wholeIdOf } from '../../src/engine/memory/find-item.ts';
import type { ItemId } from '../../src/model/brands.ts';
import type { Outcome } from '../../src/model/decision.ts';
import { kindOf, type MemoryItem, standaloneKinds, standsAlone } from '../../src/model/memory-item.ts';
import type { Scope } from '../../src/model/provenance.ts';
import type {
  BodyName,
  ItemFilter,
  ItemPostings,
  ItemReader,
  ItemTally,
  MemoryReader,
} from '../../src/ports/memory-store.ts';
import type { MemoryState, StoredItem } from './in-memory-memory-state.ts';
import { readTeams } from './in-memory-teams.ts';

/** Frequencies and lengths are two bytes; what is larger counts as this. */
const mostOccurrences = 0xffff;

/** Reads a state of the memory, as it is when a method is called. */
export function readMemoryState(state: () => MemoryState): MemoryReader {
  const newestFirst = (): readonly StoredItem[] =>
    [...state().items.values()].sort((a, b) => b.ordinal - a.ordinal);
  const inScopes = (scopes: readonly Scope[]): readonly StoredItem[] =>
    newestFirst()
      .filter(({ item }) => scopes.includes(item.scope) && standsAlone(item))
      .reverse();

  return {
    ...readTeams(state),
    repository: (id) => state().repositories.get(id),
    repositories: () => [...state().repositories.values()],
    repositoriesWith: ({ kind, value }) =>
      [...state().repositories.values()].filter(({ evidence }) =>
        evidence.some((one) => one.kind === kind && one.value === value),
      ),
    item: (id) => state().items.get(id)?.item,
    items: (filter) => matching(newestFirst(), filter).slice(0, Math.max(0, filter.limit ?? Infinity)),
    itemsAfter: (ordinal, { status, limit }) =>
      newestFirst()
        .toReversed()
        .filter((stored) => stored.ordinal > ordinal && stored.item.status === status)
        .slice(0, limit),
    countItems: (filter) => matching(newestFirst(), filter).length,
    itemWindow(filter, { offset, limit, order }) {
      const newest = matching(newestFirst(), filter);
      const items =
        order === 'changed'
          ? newest.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs)
          : order === 'oldest'
            ? newest.toReversed()
            : newest;
      return { items: items.slice(offset, offset + limit), count: items.length };
    },
    tallyItems(filter) {
      const alike = Map.groupBy(matching(newestFirst(), filter), (item) => JSON.stringify(tallyOf(item)));
      return [...alike.values()].flatMap(([first, ...others]) => {
        return first === undefined ? [] : { ...tallyOf(first), count: 1 + others.length };
      });
    },
    patternWindow(scopes, limit) {
      const all = [...state().items.values()].map(({ item }) => item);
      const partsOf = ({ id }: MemoryItem) => all.filter((part) => wholeIdOf(part) === id);
      const seenAtMs = (pattern: MemoryItem) => {
        const variants = partsOf(pattern);
        const parts = [...variants, ...variants.flatMap(partsOf)];
        return Math.max(0, ...parts.map(({ createdAtMs }) => createdAtMs));
      };
      const patterns = matching(newestFirst(), { kinds: ['pattern'], statuses: ['active'], scopes });
      const items = patterns.toSorted((a, b) => seenAtMs(b) - seenAtMs(a)).slice(0, limit);
      return { items, count: patterns.length };
    },
    scopes: () => [...new Set(matching(newestFirst(), { kinds: standaloneKinds }).map(({ scope }) => scope))],
    itemsByIdPrefix: (prefix, limit) =>
      newestFirst()
        .map(({ item }) => item)
        .filter(({ id }) => id.startsWith(prefix))
        .slice(0, Math.max(0, limit)),
    itemByFingerprint: (scope, fingerprint) =>
      newestFirst().find(({ item }) => item.scope === scope && item.fingerprint === fingerprint)?.item,
    itemsRelatedTo: (id, relation, limit = Infinity) =>
      newestFirst()
        .map(({ item }) => item)
        .filter((item) => item.relatedItems.some((one) => one.id === id && one.relation === relation))
        .slice(0, Math.max(0, limit)),
    documentFrequencies: (scopes, terms) => countDocuments(inScopes(scopes), terms),
    postings: (scopes, terms) => listPostings(inScopes(scopes), terms),
    itemsAt(ordinals) {
      const items = new Map(newestFirst().map(({ ordinal, item }) => [ordinal, item]));
      return ordinals.flatMap((ordinal) => {
        const item = items.get(ordinal);
        return item === undefined ? [] : [{ ordinal, item }];
      });
    },
    ...readDecisions(state),
  };
}

function readDecisions(
  state: () => MemoryState,
): Pick<
  ItemReader,
  | 'outcomesAbout'
  | 'outcomesInSession'
  | 'decision'
  | 'decisionsByIdPrefix'
  | 'decisions'
  | 'decisionsInSession'
  | 'outcomesOf'
  | 'decisionsAfter'
  | 'decisionsBefore'
  | 'decisionsSince'
  | 'outcomesAfter'
  | 'logEnd'
  | 'gateKnowledge'
  | 'upkeep'
  | 'pausedAtMs'
  | 'damagedRows'
> {
  const newestFirst = () => [...state().decisions.values()].reverse();
  return {
    outcomesAbout: (ids) => outcomesByItem(state(), ids),
    outcomesInSession: (session) =>
      [...state().outcomes.values()].filter((outcome) => outcome.session === session),
    decision: (id) => state().decisions.get(id),
    decisionsByIdPrefix: (prefix, limit) =>
      newestFirst()
        .filter(({ id }) => id.startsWith(prefix))
        .slice(0, Math.max(0, limit)),
    decisions: (limit) => newestFirst().slice(0, Math.max(0, limit)),
    decisionsInSession: (session, last) =>
      newestFirst()
        .slice(0, Math.max(0, last))
        .filter((receipt) => receipt.session === session),
    outcomesOf: (decision) =>
      [...state().outcomes.values()].filter(({ decisionId }) => decisionId === decision),
    decisionsAfter: (sequence, limit) =>
      [...state().decisions.values()]
        .map((receipt, at) => ({ sequence: at + 1, receipt }))
        .filter((one) => one.sequence > sequence)
        .slice(0, limit),
    decisionsBefore: (sequence, limit) =>
      [...state().decisions.values()]
        .map((receipt, at) => ({ sequence: at + 1, receipt }))
        .filter((one) => one.sequence < sequence)
        .reverse()
        .slice(0, limit),
    decisionsSince: (sinceMs, summarise) =>
      [...state().decisions.values()].filter(({ atMs }) => atMs >= sinceMs).map(summarise),
    outcomesAfter: (sequence, sinceMs = Number.NEGATIVE_INFINITY) =>
      [...state().outcomes.values()]
        .map((outcome, at) => ({ sequence: at + 1, outcome }))
        .filter((one) => one.sequence > sequence && one.outcome.atMs >= sinceMs),
    logEnd: () => ({ decisionSequence: state().decisions.size, outcomeSequence: state().outcomes.size }),
    gateKnowledge: () => state().knowledge,
    upkeep: () => state().upkeep,
    pausedAtMs: (repository) => state().pauses.get(repository),
    damagedRows: () => [],
  };
}

function matching(stored: readonly StoredItem[], filter: ItemFilter): readonly MemoryItem[] {
  const { scopes, kinds, layers, types, statuses, quarantined, bodyKind, origin, trusts, sources } = filter;
  const { bodies, text, mayReplace, doubt, changedSinceMs = -Infinity, except = [], session } = filter;
  const sought = text?.toLowerCase();
  return stored
    .map(({ item }) => item)
    .filter(
      (item) =>
        (scopes === undefined || scopes.includes(item.scope)) &&
        (kinds === undefined || kinds.includes(kindOf(item))) &&
        (layers === undefined || layers.includes(item.layer)) &&
        (types === undefined || types.includes(item.type)) &&
        (statuses === undefined || statuses.includes(item.status)) &&
        (quarantined === undefined || item.quarantined === quarantined) &&
        (bodyKind === undefined || item.body?.kind === bodyKind) &&
        (trusts === undefined || trusts.includes(item.trust)) &&
        (sources === undefined || sources.includes(item.source)) &&
        (mayReplace === undefined || tallyOf(item).mayReplace === mayReplace) &&
        (doubt === undefined || tallyOf(item).doubt === doubt) &&
        item.updatedAtMs >= changedSinceMs &&
        (session === undefined || (item.body?.kind === 'episode' && item.body.session === session)) &&
        !except.includes(item.id) &&
        (filter.only?.includes(item.id) ?? true) &&
        (filter.anchored === undefined || item.anchors.length > 0) &&
        (bodies === undefined || bodies.includes(bodyNameOf(item))) &&
        (sought === undefined ||
          item.id.startsWith(sought) ||
          [item.title, item.content].some((held) => held.toLowerCase().includes(sought))) &&
        (origin === undefined || item.origin === origin || item.origin.startsWith(`${origin}/`)),
    );
}

function tallyOf(item: MemoryItem): Omit<ItemTally, 'count'> {
  const { scope, type, status, trust, source, quarantined, body, relatedItems } = item;
  return {
    ...{ scope, type, status, trust, source, quarantined, body: bodyNameOf(item) },
    doubt: (body?.kind === 'variant' && body.doubt?.kind) || 'none',
    mayReplace: relatedItems.some(({ relation }) => relation === 'may_supersede'),
  };
}

function bodyNameOf({ body }: MemoryItem): BodyName {
  return body?.kind ?? 'none';
}

function lengthOf({ terms }: StoredItem): number {
  let length = 0;
  for (const frequency of terms.values()) length += Math.min(frequency, mostOccurrences);
  return Math.min(length, mostOccurrences);
}

function countDocuments(
  stored: readonly StoredItem[],
  terms: readonly string[],
): ReadonlyMap<string, number> {
  const counts = terms.map((term) => [term, stored.filter((one) => one.terms.has(term)).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}

function listPostings(stored: readonly StoredItem[], terms: readonly string[]): ItemPostings {
  const lists = [...new Set(terms)].flatMap((term) => {
    const holders = stored.filter((one) => one.terms.has(term));
    if (holders.length === 0) return [];
    return {
      term,
      ordinals: Uint32Array.from(holders, ({ ordinal }) => ordinal),
      frequencies: Uint16Array.from(holders, (one) => Math.min(one.terms.get(term) ?? 0, mostOccurrences)),
      lengths: Uint16Array.from(holders, lengthOf),
    };
  });
  const totalLength = stored.reduce((sum, one) => sum + lengthOf(one), 0);
  return { itemCount: stored.length, totalLength, lists };
}

function outcomesByItem(
  { outcomes }: MemoryState,
  ids: readonly ItemId[],
): ReadonlyMap<ItemId, readonly Outcome[]> {
  const all = [...outcomes.values()];
  const about = [...new Set(ids)].map((id) => [id, all.filter(({ itemId }) => itemId === id)] as const);
  return new Map(about.filter(([, found]) => found.length > 0));
}
