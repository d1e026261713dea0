import type { ItemId, RedactedText } from '../../../src/model/brands.ts';
import type { DecisionId, DecisionReceipt, Outcome } from '../../../src/model/decision.ts';
import type { ItemBody } from '../../../src/model/item-body.ts';
import type { ItemKind, MemoryItem } from '../../../src/model/memory-item.ts';
import { globalScope, type Scope, scopeOf } from '../../../src/model/provenance.ts';
import type { MemoryStore } from '../../../src/ports/memory-store.ts';

export const [scopeA, scopeB] = [scopeOf('repo', 'a'), scopeOf('repo', 'b')] as const;
export const everyScope: readonly Scope[] = [scopeA, scopeB, globalScope];

export function itemId(text: string): ItemId {
  return text as ItemId;
}

export function decisionId(text: string): DecisionId {
  return text as DecisionId;
}

/** Tests write texts that hold no secrets. */
export function text(plain: string): RedactedText {
  return plain as RedactedText;
}

/** A memory that says its id. */
export function exampleItem(id: string, changes: Partial<MemoryItem> = {}): MemoryItem {
  return {
    id: itemId(id),
    scope: scopeA,
    layer: 'semantic',
    type: 'project_fact',
    title: text(`title of ${id}`),
    content: text(`content of ${id}`),
    tags: [text('example')],
    source: 'cli',
    confidence: 0.9,
    salience: 0.5,
    createdAtMs: 1_000,
    updatedAtMs: 2_000,
    accessCount: 0,
    references: [text('src/a.ts')],
    fingerprint: `fingerprint of ${id}`,
    status: 'active',
    relatedItems: [],
    origin: 'cli',
    principal: 'user:ada',
    trust: 'user',
    quarantined: false,
    anchors: [],
    tokenCost: 12,
    extra: {},
    ...changes,
  };
}

/** How often each word occurs. */
export function wordsOf(words: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of words.split(' ')) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Puts items that are found by some words. */
export function putItems(
  store: MemoryStore,
  items: readonly (readonly [item: MemoryItem, words: string])[],
): Promise<void> {
  return store.transact((transaction) => {
    for (const [item, words] of items) transaction.putItem(item, wordsOf(words));
  });
}

export function exampleDecision(id: string, changes: Partial<DecisionReceipt> = {}): DecisionReceipt {
  return {
    id: decisionId(id),
    atMs: 1_000,
    moment: 'asked',
    scopes: [scopeA],
    client: 'cli',
    query: text('how is this done'),
    considered: [],
    budgetTokens: 1_000,
    usedTokens: 0,
    ...changes,
  };
}

export function exampleOutcome(id: string, changes: Partial<Outcome> = {}): Outcome {
  return {
    id,
    decisionId: decisionId('d'),
    itemId: itemId('a'),
    kind: 'accepted',
    by: 'user',
    principal: 'user:ada',
    atMs: 1_000,
    ...changes,
  };
}

/** A part of an issue: a variant of the pattern, or an episode of the variant, that is named as the whole. */
export function examplePart(
  id: string,
  kind: ItemKind,
  whole = 'whole',
  changes: Partial<MemoryItem> = {},
): MemoryItem {
  const failure = { errorLines: [text('boom')], excerpt: text('boom'), exceptionTypes: [], entities: [] };
  const bodies: Readonly<Record<ItemKind, ItemBody | undefined>> = {
    lesson: undefined,
    pattern: { kind: 'pattern', symptom: text('it goes boom') },
    variant: { kind: 'variant', patternId: itemId(whole), failure },
    episode: { kind: 'episode', variantId: itemId(whole), failure, outcome: 'resolved' },
    experience: {
      ...({ kind: 'experience', session: 's', line: 1, outcome: 'verified' } as const),
      ...{ changed: [], commits: [], passed: [], triedInVain: [], terms: [] },
    },
  };
  const body = bodies[kind];
  const isPart = kind === 'variant' || kind === 'episode';
  return exampleItem(id, {
    ...(body === undefined ? {} : { body }),
    relatedItems: isPart ? [{ id: itemId(whole), relation: 'depends_on' }] : [],
    ...changes,
  });
}
