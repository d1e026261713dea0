import { commonInFailures } from '../../text/stop-words.ts';
import { compoundPrefix, countTerms, termsOf } from '../../text/terms.ts';

/** Rarity of a term among all memories, 0–1; 1 if no memory contains it; undefined if it was not looked up. */
export type TermRarity = (term: string) => number | undefined;

/** Terms of a text with their weights. */
export type TermWeights = ReadonlyMap<string, number>;

/** Made on first use: most commands pass, and need none of it. */
let commonTerms: ReadonlySet<string> | undefined;
const commonWeight = 0.25;
const compoundWeight = 1.5;
/** Default rarity of a word and of a compound name. */
const usualRarity = { word: 0.5, compound: 0.8 } as const;
const placeholders = /__[A-Z]+__|path_(?=\w)/g;
/** Smoothing, so that a single common word never gives a share of 1. */
const smoothing = 0.4;

export function failureTerms(text: string, rarityOf: TermRarity): TermWeights {
  const weights = new Map<string, number>();
  for (const term of countTerms(text.replace(placeholders, ' ')).keys())
    weights.set(term, weightOf(term, rarityOf));
  return weights;
}

/** Weighted share of the terms that the other side contains, 0–1; always below 1 for few terms. */
export function shareFound(terms: TermWeights, others: { has(term: string): boolean }): number {
  let found = 0;
  let all = smoothing;
  for (const [term, weight] of terms) {
    all += weight;
    if (others.has(term)) found += weight;
  }
  return found / all;
}

export function isTelling(term: string): boolean {
  return !isCommon(term) && !term.startsWith(compoundPrefix);
}

function weightOf(term: string, rarityOf: TermRarity): number {
  const isCompound = term.startsWith(compoundPrefix);
  const rarity = rarityOf(term) ?? (isCompound ? usualRarity.compound : usualRarity.word);
  if (isCommon(term)) return commonWeight * rarity;
  return (isCompound ? compoundWeight : 1) * rarity;
}

function isCommon(term: string): boolean {
  commonTerms ??= new Set([...commonInFailures].flatMap((word) => termsOf(word)));
  return commonTerms.has(term);
}
