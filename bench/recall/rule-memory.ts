import type { ItemId, MemoryItem, Scope } from '../../src/index.ts';
import { prepareItem } from '../../src/lessons/prepare-item.ts';
import { itemTerms, queryTerms } from '../../src/retrieval/item-terms.ts';
import { retrievalConstants } from '../../src/retrieval/options.ts';
import { type RankedItems, rankItems } from '../../src/retrieval/rank-items.ts';
import { person } from '../person.ts';

const globalScope = 'global' as Scope;

type ItemReader = Parameters<typeof rankItems>[0]['reader'];

/** A text as it is remembered. */
export interface RememberedText {
  readonly item: MemoryItem;
  readonly terms: ReadonlyMap<string, number>;
  readonly length: number;
}

const remembered = new Map<string, RememberedText>();

/** Prepared once: the same rules are remembered for many questions. */
export function rememberText(text: string): RememberedText {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const { item } = prepareItem({
    id: `text ${remembered.size}` as ItemId,
    content: text,
    type: 'constraint',
    scope: globalScope,
    tags: [],
    references: [],
    anchors: [],
    speaker: person,
    nowMs: 0,
  });
  const terms = itemTerms(item);
  const one = { item, terms, length: [...terms.values()].reduce((sum, count) => sum + count, 0) };
  remembered.set(text, one);
  return one;
}

const candidateLimit = 20;

/** The texts of a memory that words find for a question, best first. */
export function findTexts(question: string, texts: readonly RememberedText[]): RankedItems {
  return rankItems({
    reader: readerOf(texts),
    scopes: [globalScope],
    terms: queryTerms(question, undefined),
    files: [],
    limit: candidateLimit,
    settings: retrievalConstants,
  });
}

/** The part of a reader that ranking needs, over texts in order. */
function readerOf(texts: readonly RememberedText[]): ItemReader {
  const places = new Map<string, number[]>();
  for (const [ordinal, { terms }] of texts.entries()) {
    for (const term of terms.keys()) {
      const list = places.get(term);
      if (list === undefined) places.set(term, [ordinal]);
      else list.push(ordinal);
    }
  }
  const at = (ordinal: number) => texts[ordinal] as RememberedText;
  return {
    countItems: () => texts.length,
    documentFrequencies: (_, terms) =>
      new Map(terms.flatMap((term) => (places.has(term) ? [[term, places.get(term)?.length ?? 0]] : []))),
    postings: (_, terms) => ({
      itemCount: texts.length,
      totalLength: texts.reduce((sum, { length }) => sum + length, 0),
      lists: terms.flatMap((term) => {
        const ordinals = places.get(term);
        if (ordinals === undefined) return [];
        return {
          term,
          ordinals: Uint32Array.from(ordinals),
          frequencies: Uint16Array.from(ordinals, (ordinal) => at(ordinal).terms.get(term) ?? 0),
          lengths: Uint16Array.from(ordinals, (ordinal) => at(ordinal).length),
        };
      }),
    }),
    itemsAt: (ordinals) => ordinals.map((ordinal) => ({ ordinal, item: at(ordinal).item })),
  } as Partial<ItemReader> as ItemReader;
}
