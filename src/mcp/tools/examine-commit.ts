import { examineCommit as operation } from '../../api/operations.ts';
import type { CommitExamination, LinkedIssue, RelatedCommit } from '../../model/answers/commit-answers.ts';
import type { FilePatch } from '../../model/repository.ts';
import { neutraliseControls } from '../../redaction/neutralise-controls.ts';
import { isoDate } from '../../wording/format-date.ts';
import { neutraliseLines } from './neutralise-lines.ts';
import { defineTool, reading } from './tool.ts';

/** About 1,500 tokens: enough to see what a fix did, little enough to look at several commits. */
const defaultPatchBytes = 6_000;
/** About 400 tokens: what was wrong stands at the beginning. */
const mostIssueCharacters = 1_500;
const mostFiles = 50;
const shortIdDigits = 12;

export const examineCommit = defineTool({
  name: 'examine_commit',
  description: 'One commit: message, files, patch, issues, and later commits that fixed or reverted it.',
  input: operation.input,
  annotations: reading,
  async answer(memory, { commit, patchBytes = defaultPatchBytes }) {
    const examination = await memory.examineCommit(commit, { patchBytes });
    return { text: '', foreign: describe(examination, patchBytes > 0) };
  },
});

/** How a commit of the history stands to the examined one: `fixed_by`, where that one fixed it. */
const backwards: Readonly<Record<RelatedCommit['relation'], string>> = {
  reverts: 'reverted_by',
  fixes: 'fixed_by',
  cherry_picked_from: 'picked_as',
  mentions: 'mentioned_by',
};

function describePatch({ change, binary, text }: FilePatch): string {
  return binary ? `Binary file ${change.path}` : text.trimEnd();
}

/** What it says of itself comes last: whatever it pretends, nothing of ours follows. */
function describe(examination: CommitExamination, patchWanted: boolean): string {
  const { id, authoredAtMs, author, message, files, patch, issues, pointedAtBy, pointsAt } = examination;
  const isCut = patch.omittedFiles > 0 || patch.files.some(({ omittedBytes }) => omittedBytes > 0);
  const shown = files.slice(0, mostFiles).map(({ path }) => path);
  const more = files.length - shown.length;
  const facts = [
    `commit ${id.slice(0, shortIdDigits)} · ${isoDate(authoredAtMs)} · ${author}`,
    ...pointedAtBy.map((commit) => sayRelated(commit, backwards[commit.relation])),
    ...pointsAt.map((commit) => sayRelated(commit, commit.relation)),
    ...(issues.length === 0
      ? []
      : [`issues: ${issues.map(({ issue, closes }) => (closes ? `${issue} (closed)` : issue)).join(' ')}`]),
    `files: ${shown.join(' ')}${more > 0 ? ` and ${more} more` : ''}`,
    ...(patchWanted && isCut ? ['The patch is cut to size; patchBytes sets it.'] : []),
  ].map(neutraliseControls);
  const changes = patch.unreadable ?? patch.files.map(describePatch).join('\n');
  const said = [message.trim(), ...issues.flatMap(describeIssue), changes];
  return [...facts, ...said.flatMap((part) => ['', neutraliseLines(part)])].join('\n').trimEnd();
}

function sayRelated({ id, subject }: RelatedCommit, relation: string): string {
  return `${relation.replaceAll('_', ' ')} ${id.slice(0, shortIdDigits)} ${subject}`;
}

/** The text of an issue, where an export of them was given. */
function describeIssue({ issue, title, state, body = '' }: LinkedIssue): readonly string[] {
  if (title === undefined) return [];
  const cut = body.length > mostIssueCharacters ? `${body.slice(0, mostIssueCharacters)}…` : body;
  return [`issue ${issue}${state === undefined ? '' : ` (${state})`}: ${title}\n${cut.trim()}`.trimEnd()];
}
