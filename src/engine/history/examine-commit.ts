import {
  findCommitReferences,
  findIssueReferences,
  subjectOf,
  trailersOf,
} from '../../history/commit-message.ts';
import type { CommitExamination, LinkedIssue, RelatedCommit } from '../../model/answers/commit-answers.ts';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import type { CommitId, CommitPatch } from '../../model/repository.ts';
import type { GitReader, IssueSource, PatchLimits } from '../../ports/git-reader.ts';
import type { CommitReference, HistorySnapshot } from '../../ports/repository-index.ts';
import { redact } from '../../redaction/redact.ts';

export interface ExamineRequest {
  readonly git: GitReader;
  readonly snapshot: HistorySnapshot;
  readonly commit: CommitId;
  readonly patchLimits: PatchLimits;
  readonly issues?: IssueSource | undefined;
  readonly ownSlug?: string | undefined;
}

const mostOtherCommits = 10;

/**
 * examine_commit(id) of the repository-memory paper: full message, patch cut to size by file, linked issues, and the
 * commits of the snapshot that refer to it or that it refers to.
 * @throws COMMIT_NOT_FOUND when the commit is not part of the snapshot's history
 */
export async function examineCommit(request: ExamineRequest): Promise<CommitExamination> {
  const { git, snapshot, commit } = request;
  const ordinal = snapshot.ordinalOf(commit);
  if (ordinal === undefined) throw outsideHistory(commit, snapshot.commit);
  const stored = snapshot.stored(ordinal);
  const message = withoutSecrets(stored.message);
  return {
    id: commit,
    parents: snapshot.parentsOf(ordinal),
    author: stored.author,
    authoredAtMs: stored.authoredAtMs,
    committedAtMs: stored.committedAtMs,
    subject: subjectOf(message),
    message,
    trailers: trailersOf(message),
    files: snapshot.changesOf(ordinal),
    patch: await readPatch(git, commit, request.patchLimits),
    issues: await linkIssues(request, stored.message, ordinal),
    pointsAt: findCommitReferences(stored.message)
      .flatMap((reference) => resolve(snapshot, reference))
      .filter(({ id }) => id !== commit),
    pointedAtBy: snapshot
      .commitsReferringTo(commit)
      .map(({ ordinal: source, relation }) => relate(snapshot, source, relation)),
    asOf: snapshot.commit,
  };
}

/** A clone without the trees has no patch, but the message is still useful. */
async function readPatch(git: GitReader, commit: CommitId, limits: PatchLimits): Promise<CommitPatch> {
  try {
    const patch = await git.readPatch(commit, limits);
    return { ...patch, files: patch.files.map((file) => ({ ...file, text: withoutSecrets(file.text) })) };
  } catch (fault) {
    if (!isAfterwitError(fault) || fault.code !== 'UNREADABLE_REPOSITORY') throw fault;
    return { files: [], omittedFiles: 0, unreadable: fault.message };
  }
}

async function linkIssues(
  { snapshot, issues, ownSlug }: ExamineRequest,
  message: string,
  ordinal: number,
): Promise<readonly LinkedIssue[]> {
  const references = findIssueReferences(message, ownSlug);
  return await Promise.all(
    references.map(async ({ issue, closes }) => {
      const others = snapshot.commitsOfIssue(issue).filter((other) => other.ordinal !== ordinal);
      const otherCommits = others.slice(-mostOtherCommits).reverse();
      return {
        issue,
        closes,
        ...(await issues?.find(issue)),
        otherCommits: otherCommits.map((other) => snapshot.stored(other.ordinal).id),
      };
    }),
  );
}

function resolve(snapshot: HistorySnapshot, { target, relation }: CommitReference): readonly RelatedCommit[] {
  const ordinal = snapshot.ordinalOfPrefix(target);
  return ordinal === undefined ? [] : [relate(snapshot, ordinal, relation)];
}

function relate(
  snapshot: HistorySnapshot,
  ordinal: number,
  relation: RelatedCommit['relation'],
): RelatedCommit {
  const { id, message } = snapshot.stored(ordinal);
  return { id, subject: subjectOf(withoutSecrets(message)), relation };
}

function outsideHistory(commit: CommitId, asOf: CommitId): AfterwitError {
  return new AfterwitError(
    'COMMIT_NOT_FOUND',
    `Commit ${commit.slice(0, 12)} is not part of the history of ${asOf.slice(0, 12)}. Name a later commit with --as-of, or leave it out.`,
    { data: { commit, asOf } },
  );
}

const mark = '[redacted:';

/**
 * Text of a history without its secrets: git holds them already, but an answer goes on to models and logs. A text
 * without secrets stays as git has it, each character, since a door shows it in its own way.
 */
export function withoutSecrets(text: string): string {
  const redacted = redact(text);
  return redacted.includes(mark) ? redacted : text;
}
