/**
 * Light English stemmer for a lower-case word: plural and the commonest verb endings, so that "crashes", "crashed" and "crash"
 * meet. Weaker than Porter's, because code words such as `class`, `status` and `axis` must stay.
 */
export function stem(word: string): string {
  return withoutFinalE(withoutVerbEnding(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (word.length <= 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  const keepsS = word.endsWith('ss') || word.endsWith('us') || word.endsWith('is');
  return word.endsWith('s') && !keepsS ? word.slice(0, -1) : word;
}

const vowel = /[aeiouy]/;

/** The rest must still look like a word: `string` does not become "str", nor `speed` "spe". */
function withoutVerbEnding(word: string): string {
  const ending = /(?:ing|[^e]ed|ion)$/.exec(word)?.[0].replace(/^[^e]ed/, 'ed');
  if (ending === undefined) return word;
  const root = word.slice(0, -ending.length);
  const isLongEnough = root.length >= (ending === 'ion' ? 4 : 3);
  return isLongEnough && vowel.test(root) ? root : word;
}

function withoutFinalE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}
