import { matchCommits, prepareQuery } from '../history/match-commits.ts';
import type { HistorySettings } from '../history/options.ts';
import { voteFiles } from '../history/vote-files.ts';
import { describeEvidence, findSymbols } from '../locate/describe-file.ts';
import type { LocateSettings } from '../locate/options.ts';
import { rankFiles } from '../locate/rank-files.ts';
import type { FileVote } from '../model/commit-memory.ts';
import { AfterwitError } from '../model/errors.ts';
import type { FileLocation } from '../model/file-location.ts';
import type { CodeSnapshot } from '../ports/code-index.ts';
import { splitIssue } from '../query/split-issue.ts';
import type { History } from './open-history.ts';

export interface LocateFilesRequest {
  readonly history: History;
  readonly code: CodeSnapshot;
  /** Files of code that were not read, by reason. */
  readonly skipped: ReadonlyMap<string, number>;
  readonly issue: string;
  readonly topK: number;
  readonly historySettings: HistorySettings;
  readonly settings: LocateSettings;
  readonly ownSlug?: string;
}

/** Past commits that vote. */
const voters = 60;
const mostVotedFiles = 1_000;

/**
 * Problem description → the files and symbols a change would be about: the text split into views, past commits voting for
 * what they changed, code searched by chunk, file and name, all rankings fused.
 *
 * @throws INVALID_ARGUMENT for an empty description
 */
export async function locateFiles(request: LocateFilesRequest): Promise<FileLocation> {
  const { history, code, issue, topK, settings } = request;
  if (issue.trim() === '') {
    throw new AfterwitError(
      'INVALID_ARGUMENT',
      'The description is empty. Give the text of an issue, or an error message.',
    );
  }
  const views = splitIssue(issue);
  const titleVotes = await vote(request, views.title);
  const textVotes = await vote(request, issue);
  const ranked = rankFiles({ views, code, titleVotes, textVotes, settings });
  const votes = new Map([...textVotes, ...titleVotes].map((one) => [one.path, one]));
  const files = ranked.slice(0, topK).map((file) => ({
    path: file.path,
    score: file.score,
    evidence: describeEvidence(file, views, code, votes),
    symbols: findSymbols(file, views, code),
  }));
  return {
    kind: files.length > 0 ? 'located' : 'none_relevant',
    files,
    asOf: history.snapshot.commit,
    fileCount: code.files.length,
    skipped: Object.fromEntries([...request.skipped].filter(([, count]) => count > 0)),
    commitCount: history.snapshot.commitCount,
  };
}

async function vote(
  { history, historySettings, ownSlug }: LocateFilesRequest,
  text: string,
): Promise<readonly FileVote[]> {
  const { snapshot } = history;
  const { renames, exists } = await history.files();
  const query = prepareQuery(snapshot, text, historySettings.search, ownSlug);
  const matches = matchCommits(snapshot, query, historySettings.search, voters);
  return voteFiles(snapshot, matches, renames, exists, historySettings, mostVotedFiles);
}
