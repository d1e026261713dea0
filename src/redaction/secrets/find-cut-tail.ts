import { looksRandom } from './looks-random.ts';
import { type SecretDetector, workOf } from './secret-span.ts';

const shortest = 12;
const runOfToken = /[A-Za-z0-9_-]{12,80}/y;
const restOfRun = /[\w-]*/y;
const words = /[A-Z]?[a-z]{3,}/g;

/**
 * The end of a token whose beginning was cut off, `…aB3dE5gH7jK9`: nothing is left that says so but how it looks. Digests are
 * of one case, names of words.
 */
export const cutTailDetectors: readonly SecretDetector[] = [
  {
    // The scanner finds literals of two characters and more, so the mark comes with what follows it.
    literals: Array.from('abcdefghijklmnopqrstuvwxyz0123456789', (first) => `…${first}`),
    reach: 200,
    find(text, start, _, progress) {
      runOfToken.lastIndex = start + 1;
      const run = runOfToken.exec(text)?.[0];
      if (run === undefined) return undefined;
      progress.work += workOf(run.length) + 1;
      if (!/[a-z]/.test(run) || !/[A-Z]/.test(run) || !/\d/.test(run)) return undefined;
      if (!looksRandom(run, shortest) || isOfWords(run)) return undefined;
      restOfRun.lastIndex = runOfToken.lastIndex;
      restOfRun.test(text);
      return { start: start + 1, end: restOfRun.lastIndex, kind: 'cut-token' };
    },
  },
];

/** `…GeneratedClass1Test`. */
function isOfWords(run: string): boolean {
  const ofWords = (run.match(words) ?? []).reduce((sum, word) => sum + word.length, 0);
  return 2 * ofWords > run.length;
}
