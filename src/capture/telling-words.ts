const word = /[A-Za-z_][A-Za-z0-9_]{3,80}/g;
const longestText = 20_000;

/** Words and names of a text that can tell what it is about, in lower case. */
export function tellingWords(text: string): ReadonlySet<string> {
  return new Set((text.slice(0, longestText).match(word) ?? []).map((one) => one.toLowerCase()));
}

/** How many of a text's telling words are among others. */
export function countShared(text: string, words: ReadonlySet<string>): number {
  return [...tellingWords(text)].filter((one) => words.has(one)).length;
}
