import { describe, expect, it } from 'vitest';
import { AfterwitError, type Memory } from '../../src/index.ts';
import type { IssueCase } from '../datasets/issue-cases.ts';
import { runLocateCases } from './run-locate-cases.ts';

type Locator = Parameters<typeof runLocateCases>[0]['memory'];
type Question = Parameters<Memory['locate']>;

const issue = (instance_id: string, base_commit: string, gold_files: readonly string[]): IssueCase => ({
  instance_id,
  repo: 'owner/name',
  base_commit,
  problem_statement: `text of ${instance_id}`,
  gold_files,
});

/** Ranks the same files at every commit it has, and keeps the questions. */
function fakeMemory(files: readonly string[], commits: readonly string[]) {
  const questions: Question[] = [];
  const resolve = (asOf = ''): string => {
    if (!commits.includes(asOf)) throw new AfterwitError('COMMIT_NOT_FOUND', 'No such commit. Fetch it.');
    return asOf;
  };
  const memory = {
    hotspots: async ({ asOf }: { asOf?: string } = {}) => ({ hotspots: [], asOf: resolve(asOf) }),
    locate: async (...question: Question) => {
      questions.push(question);
      const ranked = files.map((path, position) => ({ path, score: -position, evidence: [], symbols: [] }));
      return {
        kind: 'located',
        files: ranked,
        asOf: resolve(question[1]?.asOf),
        fileCount: 9,
        commitCount: 9,
      };
    },
  } as unknown as Locator;
  return { memory, questions };
}

describe('runLocateCases', () => {
  it('asks for fifty files at the base commit, twice, and ranks ours and those of ChronoRepo', async () => {
    const { memory, questions } = fakeMemory(['a.py', 'b.py', 'c.py', 'd.py', 'e.py', 'f.py'], ['base']);
    const { found, missing } = await runLocateCases({
      memory,
      cases: [issue('one', 'base', ['b.py', 'f.py']), issue('two', 'base', ['a.py'])],
      baselines: new Map([['one', ['f.py', 'b.py']]]),
    });
    const asked = { asOf: 'base', topK: 50 };
    expect(questions).toEqual([
      ['text of one', asked],
      ['text of one', asked],
      ['text of two', asked],
      ['text of two', asked],
    ]);
    expect(missing).toEqual([]);
    expect(found.map(({ ranks }) => ranks)).toEqual([
      { first: 2, last: 6 },
      { first: 1, last: 1 },
    ]);
    expect(found.map(({ baseline }) => baseline)).toEqual([{ first: 1, last: 2 }, undefined]);
    expect(found[0]?.topFiles).toEqual(['a.py', 'b.py', 'c.py', 'd.py', 'e.py']);
  });

  it('sets cases aside whose commit the repository lacks, and goes on', async () => {
    const { memory } = fakeMemory(['a.py'], ['base']);
    const { found, missing } = await runLocateCases({
      memory,
      cases: [issue('lost', 'gone', ['a.py']), issue('kept', 'base', ['a.py'])],
      baselines: new Map(),
    });
    expect(missing.map(({ instance_id }) => instance_id)).toEqual(['lost']);
    expect(found.map((result) => result.issue.instance_id)).toEqual(['kept']);
  });

  it('does not hide any other fault', async () => {
    const memory = {
      hotspots: async () => {
        throw new AfterwitError('INDEX_CORRUPT', 'The index is damaged. Rebuild it.');
      },
    } as unknown as Locator;
    const run = runLocateCases({ memory, cases: [issue('one', 'base', ['a.py'])], baselines: new Map() });
    await expect(run).rejects.toMatchObject({ code: 'INDEX_CORRUPT' });
  });
});
