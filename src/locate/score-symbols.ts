import type { SymbolKind, SymbolOutline } from '../model/code.ts';
import type { CodeSnapshot } from '../ports/repository-index.ts';
import { termsOf } from '../text/terms.ts';

/** Weight of a definition with the named identifier, by kind. */
const kindWeights: Readonly<Record<SymbolKind, number>> = {
  class: 1,
  interface: 1,
  enum: 1,
  type: 1,
  module: 1,
  function: 0.9,
  method: 0.6,
  constant: 0.5,
};
/** Names with more defining files are skipped: they say next to nothing, and looking them up takes time. */
const mostDefiners = 30;
const rarityExponent = 0.7;
const shortestName = 3;

/**
 * Scores files that define the names in a text, spelled exactly: class 1, function .9, method .6, constant .5, ÷ n^.7
 * for a name that n files define. By blob.
 */
export function scoreSymbols(code: CodeSnapshot, text: string): Float64Array {
  const scores = new Float64Array(code.definitionLengths.length);
  for (const name of new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu))) {
    if (name.length < shortestName) continue;
    const definers = findDefiners(code, name);
    for (const [blob, weight] of definers) {
      scores[blob] = (scores[blob] as number) + weight / definers.length ** rarityExponent;
    }
  }
  return scores;
}

/** Whether too many files define a name for it to be evidence: `__init__`, `run`. */
export function isCommonName(code: CodeSnapshot, name: string): boolean {
  const term = termsOf(name).at(-1);
  const definers = term === undefined ? undefined : code.postings('definition', term)?.ordinals;
  return definers === undefined || definers.length > mostDefiners;
}

/** Files that define a name, with the weight of its best definition. */
function findDefiners(code: CodeSnapshot, name: string): readonly (readonly [number, number])[] {
  const term = termsOf(name).at(-1);
  const ordinals = term === undefined ? undefined : code.postings('definition', term)?.ordinals;
  if (ordinals === undefined || ordinals.length > mostDefiners) return [];
  return [...ordinals].flatMap((blob) => {
    const weights = code.outlineOf(blob).map((symbol) => weightOf(symbol, name));
    const weight = Math.max(0, ...weights);
    return weight > 0 ? [[blob, weight] as const] : [];
  });
}

function weightOf(symbol: SymbolOutline, name: string): number {
  if (symbol.name !== name) return 0;
  const isPlainVariable = symbol.kind === 'constant' && name !== name.toUpperCase();
  return isPlainVariable ? 0 : kindWeights[symbol.kind];
}
