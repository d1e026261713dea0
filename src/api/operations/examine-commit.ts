import { asOf } from '../common-fields.ts';
import { bytes, path, required, text } from '../field.ts';
import { ofRepository } from '../operation.ts';

const defaultPatchBytes = 65_536;
/** A file's patch may fill at most this part of the whole. */
const fileShareOfPatch = 4;

export const examineCommit = ofRepository({
  name: 'examineCommit',
  summary: 'Show one commit in full: message, files, issues, later reverts or fixes, patch.',
  input: {
    commit: required(
      text('Id (4 digits or more), branch, tag, or one of these with ~n or ^n.', {
        placeholder: 'COMMIT',
        agent: 'Id, branch or tag',
      }),
    ),
    asOf,
    issueExport: path(
      'Export of an issue tracker; issues that a commit names are then shown with their text.',
      {
        placeholder: 'FILE',
        flag: 'issues',
      },
    ),
    patchBytes: bytes('Maximum size of the patch, over all files.', {
      placeholder: 'BYTES',
      byDefault: 'a limit that keeps the answer readable',
      agent: true,
      most: 65_536,
    }),
  },
  takes: ['commit'],
  terminal: {
    words: ['examine-commit'],
    arguments: ['commit'],
    details: ['--no-patch wins over --patch-bytes.'],
    examples: [
      { command: 'afterwit examine-commit HEAD~3', explanation: 'The commit three before the last.' },
      { command: 'afterwit examine-commit 1a2b3c4 --no-patch', explanation: 'Everything except the patch.' },
    ],
    jsonType: 'CommitExamination',
  },
  run: async ({ commit: name, asOf, issueExport, patchBytes: totalBytes = defaultPatchBytes }, on) => {
    const { git, issues } = on.dependencies;
    const { examineCommit: examine } = await import('../../engine/history/examine-commit.ts');
    const source = issueExport === undefined ? issues : on.issuesOf(issueExport);
    const commit = await git.resolveCommit(name);
    const patchLimits = { totalBytes, fileBytes: Math.ceil(totalBytes / fileShareOfPatch) };
    const { ownSlug } = on.current;
    return await on.histories.read(asOf, async ({ snapshot }) =>
      examine({ git, snapshot, commit, patchLimits, issues: source, ownSlug }),
    );
  },
});
