import { commonWords } from './common-words.ts';
import { stem } from './stem.ts';

const runLength = 4;
/** What is in no common word still stands in some text. */
const leastShare = 0.0007;

let stems: ReadonlyMap<string, number> | undefined;
let runs: ReadonlyMap<string, number> | undefined;

/** Share of the texts about software that hold a stemmed word, 0–1; 0 of a rare one. */
export function shareOfTerm(term: string): number {
  stems ??= addShares((word) => [stem(word)]);
  return stems.get(term) ?? 0;
}

/** Rarity of a run of letters in texts about software: −ln of the share that holds it. */
export function rarityOfRun(run: string): number {
  runs ??= addShares(runsOfWord);
  return -Math.log(leastShare + (1 - leastShare) * (runs.get(run) ?? 0));
}

/** Runs of four characters of a word, its beginning and its end being characters too: `^ret`, `retr`, `etry`, `try$`. */
export function runsOfWord(word: string): readonly string[] {
  const marked = `^${word}$`;
  if (marked.length <= runLength) return [marked];
  return Array.from({ length: marked.length - runLength + 1 }, (_, at) => marked.slice(at, at + runLength));
}

function addShares(partsOf: (word: string) => readonly string[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const [level, words] of Object.entries(commonWords)) {
    const share = 2 ** -Number(level);
    for (const word of words.split(/\s+/))
      for (const part of new Set(partsOf(word)))
        shares.set(part, 1 - (1 - share) * (1 - (shares.get(part) ?? 0)));
  }
  return shares;
}
