import type { FileTheme } from '../model/answers/file-summary.ts';
import { wordsByTerm } from '../text/terms.ts';

/** A term of the messages of a file's commits. */
interface MessageTerm {
  /** Commits of the file that have it. */
  readonly commits: number;
  /** How it was written most often. */
  readonly word: string;
}

/** What the messages of a file's commits say, and what those of all others do. */
export interface MessageTerms {
  /** Commits of the file that were read. */
  readonly commitCount: number;
  readonly terms: ReadonlyMap<string, MessageTerm>;
  /** The whole history. */
  readonly historyCommitCount: number;
  /** Commits of the whole history that have a term. */
  readonly historyFrequency: (term: string) => number;
}

/** The terms of one message, each with a word that gave it. */
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

/** A word in a single message is chance. */
const leastCommits = 2;
/** A theme is so many times as frequent as elsewhere. */
const leastLift = 1.5;

/**
 * Terms that keep coming back in the messages of a file's commits and are rarer elsewhere: by commits · ln(lift), which is
 * the larger part of the log-likelihood ratio.
 *
 * @param known terms that say nothing new, such as those of the path
 */
export function findThemes(
  messages: MessageTerms,
  known: ReadonlySet<string>,
  limit: number,
): readonly FileTheme[] {
  const { commitCount, terms, historyCommitCount, historyFrequency } = messages;
  const candidates: { readonly theme: FileTheme; readonly weight: number }[] = [];
  for (const [term, { commits, word }] of terms) {
    if (commits < leastCommits || known.has(term)) continue;
    const elsewhere = Math.max(commits, historyFrequency(term)) / Math.max(1, historyCommitCount);
    const lift = commits / commitCount / elsewhere;
    if (lift >= leastLift) candidates.push({ theme: { word, commits }, weight: commits * Math.log(lift) });
  }
  candidates.sort((a, b) => b.weight - a.weight || (a.theme.word < b.theme.word ? -1 : 1));
  // A compound and its parts may all be shown as the compound.
  const byWord = new Map<string, FileTheme>();
  for (const { theme } of candidates) {
    const key = theme.word.toLowerCase();
    if (!byWord.has(key)) byWord.set(key, theme);
  }
  return [...byWord.values()].slice(0, limit);
}
