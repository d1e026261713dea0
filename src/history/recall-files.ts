import type { HistorySnapshot } from '../ports/repository-index.ts';
import type { FilePast } from './file-past.ts';
import { prepareQuery } from './match-commits.ts';
import type { HistorySettings } from './options.ts';
import { scoreChangedWith } from './score-changed-with.ts';
import { scoreMessages } from './score-messages.ts';
import { scoreNamedCommits } from './score-named-commits.ts';
import { scoreSimilarChanges } from './score-similar-changes.ts';

/** Feature values of files from the history, for one issue; by place, see `file-past.ts`. */
export interface FileRecollection {
  readonly values: {
    readonly pastMessages: Float64Array;
    readonly similarToTitle: Float64Array;
    readonly similarToText: Float64Array;
    readonly changedWithTests: Float64Array;
    readonly namedCommits: Float64Array;
    readonly recentChanges: Float64Array;
    readonly lastChange: Float64Array;
    readonly changeCount: Float64Array;
    readonly extensionShare: Float64Array;
  };
  /** Number of commits similar to the title that changed a file, by place. */
  readonly similarCommits: Uint16Array;
  /** Score of the commit most similar to the title, divided by that of a full match. */
  readonly pastStrength: number;
  /** Share of the title's information whose terms past messages have, 0–1. */
  readonly knownTitle: number;
}

interface FileQuestion {
  readonly title: string;
  readonly text: string;
  /** Weight of each file as a test about the text, by place. */
  readonly testWeights: Float64Array;
  readonly ownSlug?: string | undefined;
  /** Leave out what only other weights than the shipped ones hear: commits like the whole text. */
  readonly isShort?: boolean | undefined;
}

export function recallFiles(
  snapshot: HistorySnapshot,
  past: FilePast,
  question: FileQuestion,
  settings: HistorySettings['search'],
): FileRecollection {
  const title = prepareQuery(snapshot, question.title, settings, question.ownSlug);
  const text = prepareQuery(snapshot, question.text, settings, question.ownSlug);
  const similar = scoreSimilarChanges(snapshot, past, title.terms);
  const named = new Set([...text.issueCommits, ...commitsNamedIn(snapshot, question.text)]);
  return {
    values: {
      pastMessages: scoreMessages(snapshot, past, title.terms),
      similarToTitle: similar.scores,
      similarToText:
        question.isShort === true
          ? new Float64Array(past.fileCount)
          : scoreSimilarChanges(snapshot, past, text.terms).scores,
      changedWithTests: scoreChangedWith(snapshot, past, question.testWeights),
      namedCommits: scoreNamedCommits(past, named),
      recentChanges: past.recentChanges,
      ...past.priors,
    },
    similarCommits: similar.commits,
    pastStrength: similar.strength,
    knownTitle: title.knownShare,
  };
}

const objectId = /\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b/g;
const mostNamed = 20;

function commitsNamedIn(snapshot: HistorySnapshot, text: string): readonly number[] {
  const ids = [...new Set(text.match(objectId))].slice(0, mostNamed);
  return ids.flatMap((id) => snapshot.ordinalOfPrefix(id) ?? []);
}
