import { commonWords } from './telling-words.ts';

const comparedLines = 6;
const word = /[\w$\u0080-\uffff]+/g;
const placeholder = /^__[a-z]+__$/;
/** Share of common words from which on two lines count as the same sentence. */
const sameSentence = 0.7;

/**
 * Finds a word of the query in whose place the known failure has another word: `missing method warn` against `missing
 * method debug`. Ignores lines that both have, and words that only one side has.
 */
export function findReplacedWord(query: readonly string[], known: readonly string[]): string | undefined {
  const others = onlyIn(known, query);
  if (others.length === 0) return undefined;
  for (const line of onlyIn(query, known)) {
    for (const other of others) {
      const own = missingFrom(line, other);
      const replaced = missingFrom(other, line);
      const shared = line.size - own.length;
      if (own.length === 0 || replaced.length === 0) continue;
      if (shared < sameSentence * (shared + own.length + replaced.length)) continue;
      const [telling] = own.filter(isTelling);
      if (telling !== undefined && replaced.some(isTelling)) return telling;
    }
  }
  return undefined;
}

function onlyIn(lines: readonly string[], others: readonly string[]): readonly ReadonlySet<string>[] {
  return lines
    .slice(0, comparedLines)
    .filter((line) => !others.includes(line))
    .map((line) => new Set(line.toLowerCase().match(word)));
}

function missingFrom(words: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...words].filter((text) => !others.has(text));
}

function isTelling(text: string): boolean {
  return !placeholder.test(text) && !commonWords.has(text) && !/^\d+$/.test(text);
}
