import { describe, expect, it } from 'vitest';
import { type CommitSketch, idOf, msPerDay } from '../../../tests/fakes/commit-history.ts';
import { fakeGitReader } from '../../../tests/fakes/fake-git-reader.ts';
import { snapshotOf } from '../../../tests/fakes/history-snapshot.ts';
import { type ExamineRequest, examineCommit } from './examine-commit.ts';

const sketches: readonly CommitSketch[] = [
  { name: 'slow', message: 'Speed up (#7)' },
  {
    name: 'mend',
    message: `Slow down\n\nFixes #7 and #8, broken in ${idOf('slow')}, that is ${idOf('slow').slice(0, 9)}.\n\nReviewed-by: Grace`,
    author: 'Ada',
    files: ['src/a.ts'],
  },
  { name: 'undo', message: `Revert\n\nThis reverts commit ${idOf('mend')}.` },
  { name: 'again', message: `Follow-up to ${idOf('mend').slice(0, 12)}, see #8` },
];

function examine(name: string, options: Partial<ExamineRequest> = {}) {
  return examineCommit({
    git: fakeGitReader(sketches),
    snapshot: snapshotOf(sketches),
    commit: idOf(name),
    patchLimits: { fileBytes: 100, totalBytes: 400 },
    ...options,
  });
}

describe('examineCommit', () => {
  it('shows a commit whole, with what it points at and what points at it, each once', async () => {
    expect(await examine('mend')).toEqual({
      id: idOf('mend'),
      parents: [idOf('slow')],
      author: 'Ada',
      authoredAtMs: msPerDay,
      committedAtMs: msPerDay,
      subject: 'Slow down',
      message: sketches[1]?.message,
      trailers: [{ key: 'Reviewed-by', value: 'Grace' }],
      files: [{ status: 'modified', path: 'src/a.ts' }],
      patch: {
        files: [expect.objectContaining({ text: 'patch of src/a.ts' })],
        omittedFiles: 0,
      },
      issues: [
        { issue: '#7', closes: true, otherCommits: [idOf('slow')] },
        { issue: '#8', closes: true, otherCommits: [idOf('again')] },
      ],
      pointsAt: [{ id: idOf('slow'), subject: 'Speed up (#7)', relation: 'fixes' }],
      pointedAtBy: [
        { id: idOf('undo'), subject: 'Revert', relation: 'reverts' },
        { id: idOf('again'), subject: expect.stringContaining('Follow-up'), relation: 'fixes' },
      ],
      asOf: idOf('again'),
    });
  });

  it('does not relate a commit to itself', async () => {
    const own: readonly CommitSketch[] = [{ name: 'mend', message: `Was ${idOf('mend').slice(0, 9)} once` }];
    const found = await examine('mend', { git: fakeGitReader(own), snapshot: snapshotOf(own) });
    expect([found.pointsAt, found.pointedAtBy]).toEqual([[], []]);
  });

  it('sees nothing later than the commit it is asked from', async () => {
    const then = await examine('mend', { snapshot: snapshotOf(sketches, 'mend') });
    expect(then.pointedAtBy).toEqual([]);
    expect(then.issues.map(({ otherCommits }) => otherCommits)).toEqual([[idOf('slow')], []]);
    await expect(examine('undo', { snapshot: snapshotOf(sketches, 'mend') })).rejects.toMatchObject({
      code: 'COMMIT_NOT_FOUND',
      data: { commit: idOf('undo'), asOf: idOf('mend') },
    });
  });

  it('adds the texts of linked issues', async () => {
    const find = async (issue: string) =>
      issue === '#7' ? { title: 'Too slow', state: 'closed' } : undefined;
    const { issues } = await examine('mend', { issues: { find } });
    expect(issues[0]).toMatchObject({ issue: '#7', title: 'Too slow', state: 'closed' });
    expect(issues[1]?.title).toBeUndefined();
  });

  it('names the ten latest of many commits of an issue', async () => {
    const many = Array.from({ length: 15 }, (_, i) => ({ name: `m${i}`, message: 'About #9' }));
    const { issues } = await examine('m0', { git: fakeGitReader(many), snapshot: snapshotOf(many) });
    expect(issues[0]?.otherCommits).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5].map((i) => idOf(`m${i}`)));
  });

  it('still gives the message where the clone lacks the trees', async () => {
    const git = fakeGitReader(sketches);
    git.treeless = true;
    expect((await examine('mend', { git })).patch).toEqual({
      files: [],
      omittedFiles: 0,
      unreadable: 'The clone has no trees.',
    });
    git.readPatch = async () => {
      throw new Error('other');
    };
    await expect(examine('mend', { git })).rejects.toThrow('other');
  });
});
