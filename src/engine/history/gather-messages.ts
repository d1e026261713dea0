import {
  countMessageTerms,
  type MessageTerms,
  type MessageWords,
  wordsOfMessage,
} from '../../codebase/find-themes.ts';
import { searchableText } from '../../history/commit-message.ts';
import { evidenceCommits } from '../../history/evidence-commits.ts';
import type { HistorySettings } from '../../history/options.ts';
import type { HistorySnapshot } from '../../ports/repository-index.ts';
import type { History } from '../snapshot/history-reader.ts';

/** Only the newest messages count, because they describe the file's current purpose. */
const newestCommits = 60;

/** The words of the newest commits of some files, by path id. Each message is read once. */
export async function gatherMessages(
  history: History,
  pathIds: ReadonlySet<number>,
  settings: Pick<HistorySettings, 'evidenceFileLimit'>,
): Promise<(pathId: number) => MessageTerms> {
  const { snapshot } = history;
  const { renames } = await history.files();
  const commits = new Map<number, number[]>([...pathIds].map((pathId) => [pathId, []]));
  for (const { ordinal, paths } of evidenceCommits(snapshot, renames, settings.evidenceFileLimit)) {
    for (const path of paths) commits.get(path)?.push(ordinal);
  }
  const wordsOf = messageReader(snapshot);
  const frequencies = new Map<string, number>();
  const historyFrequency = (term: string): number => {
    const frequency = frequencies.get(term) ?? snapshot.postings(term)?.ordinals.length ?? 0;
    frequencies.set(term, frequency);
    return frequency;
  };
  return (pathId) => {
    const newest = commits.get(pathId)?.slice(-newestCommits) ?? [];
    return {
      commitCount: newest.length,
      terms: countMessageTerms(newest.map(wordsOf)),
      historyCommitCount: snapshot.commitCount,
      historyFrequency,
    };
  };
}

/** Caches messages, because several files share commits. */
function messageReader(snapshot: HistorySnapshot): (ordinal: number) => MessageWords {
  const known = new Map<number, MessageWords>();
  return (ordinal) => {
    const words = known.get(ordinal) ?? wordsOfMessage(searchableText(snapshot.stored(ordinal).message));
    known.set(ordinal, words);
    return words;
  };
}
