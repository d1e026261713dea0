const patterns: readonly (readonly [word: string, pattern: RegExp])[] = [
  ['not', /\b(?:not|cannot|dont|doesnt|didnt|wont|cant)\b|n['’]t\b/i],
  ['never', /\bnever\b/i],
  ['no', /\b(?:no|none|nothing|nobody|neither|nor)\b/i],
  ['without', /\bwithout\b/i],
  ['only', /\b(?:only|solely|exclusively)\b/i],
  ['unless', /\b(?:unless|except|until|instead|avoid|stop)\b/i],
  ['must', /\b(?:must|shall|always|required?|has to|have to)\b/i],
  ['may', /\b(?:may|might|can(?!['’]t)|could|should|optional(?:ly)?)\b/i],
];

/**
 * Whether a text says that something is so, is not so, is so only under a condition, has to be or may be: the kinds of such words that
 * it has, in a fixed order. "Do not deploy by hand, and never on Fridays" → `not never`. Texts that differ in it may say the opposite
 * with the same other words, so they are not told as one. English only.
 */
export function polarityOf(text: string): string {
  return patterns
    .filter(([, pattern]) => pattern.test(text))
    .map(([word]) => word)
    .join(' ');
}
