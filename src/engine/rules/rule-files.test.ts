import { describe, expect, it } from 'vitest';
import type { CommitId } from '../../model/repository.ts';
import type { FileVersion, GitReader } from '../../ports/git-reader.ts';
import { isReadBy, readRuleHistory, ruleFolderOf } from './rule-files.ts';

const head = 'a'.repeat(40) as CommitId;

/** A history of one file, the latest version first, and how many of its blobs were asked for. */
function historyOf(count: number, text: (version: number) => string) {
  const read = { blobs: 0 };
  const versions = Array.from(
    { length: count },
    (_, at): FileVersion => ({
      ...{ id: head, committedAtMs: count - at, status: 'modified', mode: '100644' },
      ...{ path: 'AGENTS.md', blobId: String(count - at) },
    }),
  );
  const git: Pick<GitReader, 'listFileVersions' | 'readBlobs'> = {
    listFileVersions: async () => versions,
    async *readBlobs(ids) {
      for (const id of ids) {
        read.blobs += 1;
        const bytes = new TextEncoder().encode(text(Number(id)));
        yield { id, sizeBytes: bytes.length, bytes };
      }
    },
  };
  return { git, read };
}

describe('readRuleHistory', () => {
  it('tells versions, oldest first', async () => {
    const { git } = historyOf(3, (version) => `- Always run task number ${version} first.`);
    const steps = await readRuleHistory(head, [], git);
    expect(steps.map(({ atMs, rules }) => [atMs, rules[0]?.text])).toEqual([
      [1, 'Always run task number 1 first.'],
      [2, 'Always run task number 2 first.'],
      [3, 'Always run task number 3 first.'],
    ]);
  });

  it('reads no more than the latest of a history without end', async () => {
    const { git, read } = historyOf(2_000, (version) => `${version} ${'x'.repeat(250_000)}`);
    const steps = await readRuleHistory(head, [], git);
    expect(read.blobs).toBeLessThan(200);
    expect(steps.at(-1)?.atMs).toBe(2_000);
  });

  it('keeps no more rules than the latest of thousands of versions', async () => {
    const { git } = historyOf(300, (version) =>
      Array.from({ length: 1_000 }, (_, at) => `- do ${at} ${version}`).join('\n'),
    );
    const steps = await readRuleHistory(head, [], git);
    expect(steps.length).toBe(200);
    expect(steps.at(-1)?.atMs).toBe(300);
  });
});

it.each([
  ['rules:AGENTS.md', ''],
  ['rules:.github/copilot-instructions.md', ''],
  ['rules:.cursor/rules/deep/react.mdc', ''],
  ['rules:.claude/CLAUDE.md', ''],
  ['rules:ui/AGENTS.md', 'ui/'],
  ['rules:ui/src/utils/CLAUDE.md', 'ui/src/utils/'],
  ['rules:ui/.cursor/rules/react.mdc', 'ui/'],
  ['cli', undefined],
])('a rule from %s holds in %j', (origin, folder) => {
  expect(ruleFolderOf({ origin })).toBe(folder);
});

it.each([
  ['claude-code', 'rules:ui/CLAUDE.md', true],
  ['claude-code', 'rules:.claude/CLAUDE.md', true],
  ['claude-code', 'rules:AGENTS.md', false],
  ['codex', 'rules:AGENTS.md', true],
  ['codex', 'rules:CLAUDE.md', false],
  ['copilot', 'rules:.github/copilot-instructions.md', true],
  ['another', 'rules:AGENTS.md', false],
  ['codex', 'cli', false],
])('%s reads %s itself: %s', (agent, origin, isRead) => {
  expect(isReadBy(agent, { origin })).toBe(isRead);
});
