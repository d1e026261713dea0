import * as operations from '../../api/operations.ts';
import type {
  CommitExamination,
  CommitHit,
  LinkedIssue,
  RelatedCommit,
} from '../../model/answers/commit-answers.ts';
import type { FilePatch } from '../../model/repository.ts';
import { neutraliseControls, neutraliseLines } from '../../redaction/neutralise-controls.ts';
import { countOf, formatShare, isoDate } from '../../wording/formats.ts';
import { andMore, because, defineTool, reading, toolOf } from './tool.ts';

/** More files than this mean a sweeping commit, whose files do not help a search. */
const mostHitFiles = 20;
/** Cuts subjects that are a whole message without a line break. */
const mostSubjectCharacters = 300;
const mostRepeats = 4;
/** About 1,500 tokens: enough to see a fix, little enough to look at several commits. */
const defaultPatchBytes = 6_000;
/** About 400 tokens: the fault stands at the beginning. */
const mostIssueCharacters = 1_500;
const mostFiles = 50;

const shortIdOf = (id: string) => id.slice(0, 12);
const joinParts = (parts: readonly string[]) => parts.filter((part) => part !== '').join(' · ');

export const searchCommits = toolOf(
  operations.searchCommits,
  'Past commits about the same thing, with how likely each is to help and the files it changed. Read one with examine_commit.',
  ({ kind, reason, hits, commitCount }) => {
    const foreign = hits.map(describeHit).join('\n');
    if (kind === 'relevant') return { text: '', foreign };
    const why = because(reason && neutraliseControls(reason));
    return { text: `None of ${commitCount} commits is likely to help${why}.`, foreign };
  },
);

function describeHit(hit: CommitHit): string {
  const { id, subject, committedAtMs, confidence, revertedBy, repeatedBy = [] } = hit;
  const files = hit.files.slice(0, mostHitFiles).map(({ path }) => path);
  const cut =
    subject.length > mostSubjectCharacters ? `${subject.slice(0, mostSubjectCharacters)}…` : subject;
  const repeats = repeatedBy.slice(0, mostRepeats).map(shortIdOf).join(' ');
  const parts = [
    `${shortIdOf(id)} ${isoDate(committedAtMs)} (${formatShare(confidence)}) ${cut}`,
    revertedBy === undefined ? '' : `reverted by ${shortIdOf(revertedBy)}`,
    repeats && `the same as ${repeats}${andMore(repeatedBy.length, mostRepeats)}`,
    `${files.join(' ')}${andMore(hit.files.length, files.length)}`,
  ];
  return neutraliseControls(joinParts(parts));
}

export const examineCommit = defineTool({
  name: 'examine_commit',
  description: 'One commit: message, files, patch, issues, and later commits that fixed or reverted it.',
  input: operations.examineCommit.input,
  annotations: reading,
  async answer(memory, { commit, patchBytes = defaultPatchBytes }) {
    const examination = await memory.examineCommit(commit, { patchBytes });
    return { text: '', foreign: describeCommit(examination, patchBytes > 0) };
  },
});

/** How a commit of the history stands to the examined one: `fixed_by`, where that one fixed it. */
const backwards: Readonly<Record<RelatedCommit['relation'], string>> = {
  reverts: 'reverted_by',
  fixes: 'fixed_by',
  cherry_picked_from: 'picked_as',
  mentions: 'mentioned_by',
};

/** A commit's own words come last: whatever they pretend, nothing of ours follows. */
function describeCommit(examination: CommitExamination, isPatchWanted: boolean): string {
  const { id, authoredAtMs, author, message, files, patch, issues, pointedAtBy, pointsAt } = examination;
  const isCut = patch.omittedFiles > 0 || patch.files.some(({ omittedBytes }) => omittedBytes > 0);
  const shown = files.slice(0, mostFiles).map(({ path }) => path);
  const named = issues.map(({ issue, closes }) => (closes ? `${issue} (closed)` : issue));
  const facts = [
    `commit ${shortIdOf(id)} · ${isoDate(authoredAtMs)} · ${author}`,
    ...pointedAtBy.map((commit) => sayRelated(commit, backwards[commit.relation])),
    ...pointsAt.map((commit) => sayRelated(commit, commit.relation)),
    ...(named.length === 0 ? [] : [`issues: ${named.join(' ')}`]),
    `files: ${shown.join(' ')}${andMore(files.length, shown.length)}`,
    ...(isPatchWanted && isCut ? ['The patch is cut to size; patchBytes sets it.'] : []),
  ].map(neutraliseControls);
  const changes = patch.unreadable ?? patch.files.map(describePatch).join('\n');
  const said = [message.trim(), ...issues.flatMap(describeIssue), changes];
  return [...facts, ...said.flatMap((part) => ['', neutraliseLines(part)])].join('\n').trimEnd();
}

function describePatch({ change, binary, text }: FilePatch): string {
  return binary ? `Binary file ${change.path}` : text.trimEnd();
}

function sayRelated({ id, subject }: RelatedCommit, relation: string): string {
  return `${relation.replaceAll('_', ' ')} ${shortIdOf(id)} ${subject}`;
}

/** The text of an issue, where an export of them was given. */
function describeIssue({ issue, title, state, body = '' }: LinkedIssue): readonly string[] {
  if (title === undefined) return [];
  const cut = body.length > mostIssueCharacters ? `${body.slice(0, mostIssueCharacters)}…` : body;
  return [`issue ${issue}${state === undefined ? '' : ` (${state})`}: ${title}\n${cut.trim()}`.trimEnd()];
}

export const hotspots = toolOf(
  operations.hotspots,
  'Source files that change most, lately above all.',
  ({ hotspots: found }) => {
    if (found.length === 0) return 'The history names no source file.';
    const lines = found.map(({ path, changes, lastChangedAtMs }) =>
      neutraliseControls(`${path} · ${countOf(changes, 'change')}, last ${isoDate(lastChangedAtMs)}`),
    );
    return { text: '', foreign: lines.join('\n') };
  },
);
