import type { FileTheme } from '../model/answers/file-location.ts';
import { wordsByTerm } from '../text/terms.ts';

/** A term of the messages of a file's commits. */
interface MessageTerm {
  /** Commits of the file that have it. */
  readonly commits: number;
  /** Its most frequent spelling. */
  readonly word: string;
}

/** Term statistics of a file's commits, compared with the whole history. */
export interface MessageTerms {
  /** Number of the file's commits that were read. */
  readonly commitCount: number;
  readonly terms: ReadonlyMap<string, MessageTerm>;
  /** Number of commits in the whole history. */
  readonly historyCommitCount: number;
  /** Number of commits in the whole history with the term. */
  readonly historyFrequency: (term: string) => number;
}

/** The terms of one message, each with its original word. */
export type MessageWords = ReadonlyMap<string, string>;

export function wordsOfMessage(text: string): MessageWords {
  return wordsByTerm(text);
}

/** Terms of several messages. Order of the messages does not matter. */
export function countMessageTerms(messages: readonly MessageWords[]): ReadonlyMap<string, MessageTerm> {
  const forms = new Map<string, Map<string, number>>();
  for (const message of messages) {
    for (const [term, word] of message) {
      const known = forms.get(term) ?? new Map<string, number>();
      known.set(word, (known.get(word) ?? 0) + 1);
      forms.set(term, known);
    }
  }
  return new Map([...forms].map(([term, counts]) => [term, describeTerm(counts)]));
}

function describeTerm(counts: ReadonlyMap<string, number>): MessageTerm {
  const [commonest] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  return { commits: [...counts.values()].reduce((sum, count) => sum + count, 0), word: commonest?.[0] ?? '' };
}

/** A word in a single message may be chance. */
const leastCommits = 2;
/** A theme is at least this many times as frequent as in the whole history. */
const leastLift = 1.5;

/**
 * Terms that recur in the messages of a file's commits and are rarer elsewhere. Ranked by commits · ln(lift), the
 * larger part of the log-likelihood ratio.
 *
 * @param known terms to leave out because they are obvious, such as those of the path
 */
export function findThemes(
  messages: MessageTerms,
  known: ReadonlySet<string>,
  limit: number,
): readonly FileTheme[] {
  const { commitCount, terms, historyCommitCount, historyFrequency } = messages;
  /** Ranked so far. By word, because a compound and its parts may share the same word. */
  const best = new Map<string, WeighedTheme>();
  const mostWeight = Math.log(Math.max(1, historyCommitCount) / Math.max(1, commitCount));
  const recurring = [...terms].filter(([term, { commits }]) => commits >= leastCommits && !known.has(term));
  recurring.sort(([, a], [, b]) => b.commits - a.commits);
  let least = 0;
  for (const [term, { commits, word }] of recurring) {
    // A term that only this file's commits have would weigh no more: the frequencies of all others need not be read.
    if (commits * mostWeight < least) break;
    const elsewhere = Math.max(commits, historyFrequency(term)) / Math.max(1, historyCommitCount);
    const lift = commits / commitCount / elsewhere;
    if (lift < leastLift) continue;
    const found = { theme: { word, commits }, weight: commits * Math.log(lift) };
    const key = word.toLowerCase();
    const same = best.get(key);
    if (same === undefined || byWeight(found, same) < 0) best.set(key, found);
    if (best.size >= limit)
      least = [...best.values()].map(({ weight }) => weight).sort((a, b) => b - a)[limit - 1] ?? 0;
  }
  return [...best.values()]
    .sort(byWeight)
    .slice(0, limit)
    .map(({ theme }) => theme);
}

interface WeighedTheme {
  readonly theme: FileTheme;
  readonly weight: number;
}

function byWeight(a: WeighedTheme, b: WeighedTheme): number {
  return b.weight - a.weight || (a.theme.word < b.theme.word ? -1 : 1);
}
