import type { SymbolKind, SymbolOutline } from '../model/code.ts';
import type { CodeSnapshot } from '../ports/code-index.ts';
import { termsOf } from '../text/terms.ts';

/** How much it says of a file that it defines what is named. */
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
/** A name defined in more files says next to nothing, and looking them all up takes time. */
const mostDefiners = 30;
const rarityExponent = 0.7;
const shortestName = 3;

/**
 * Files that define the very names of a text, as written: class 1, function .9, method .6, constant .5, ÷ n^.7 for a name
 * that n files define. By blob.
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

/** Whether so many files define a name that it says nothing of any of them: `__init__`, `run`. */
export function isCommonName(code: CodeSnapshot, name: string): boolean {
  const term = termsOf(name).at(-1);
  const definers = term === undefined ? undefined : code.postings('definition', term)?.ordinals;
  return definers === undefined || definers.length > mostDefiners;
}

/** Files that define a name, with what the most telling of its definitions is worth. */
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
