import { describe, expect, it } from 'vitest';
import { fakeMemory, miningPlan, miningReport } from './fake-memory.ts';
import { runFakeCli } from './run-fake-cli.ts';

describe('mine-sessions', () => {
  it('says what was learned, from where, and what comes next', async () => {
    const { stdout } = await runFakeCli(['mine-sessions', '--yes']);
    expect(stdout).toMatchInlineSnapshot(`
      "1 lesson learned from 2 transcripts of Claude Code and 1 of Codex.
      3.5 MB read in 1.2 s; 1 file as before; 1 secret removed.

      0193a2b4  npm test failed: TypeError: Cannot read properties of undefined
                (reading 'name')
          Edit src/find.ts: cast the id before the lookup.
          - return rows[id];
          + return rows[Number(id)];
        from     session 5e0c, lines 12 to 30, yesterday, 2026-03-31

      1 line could not be used, the first in
      /home/ada/.codex/sessions/rollout-1.jsonl, line 4: it is no JSON.

      Next
        afterwit review
          approve what is right: until then an agent is shown unasked, at most, the
          change or the command
        afterwit forget --origin transcript:claude-code
          forget all of it
      "
    `);
  });

  it('asks before sessions are read for the first time', async () => {
    const questions: string[] = [];
    const ask = (question: string) => {
      questions.push(question);
      return 'yes';
    };
    const { status } = await runFakeCli(['mine-sessions'], { dependencies: { ask } });
    expect(status).toBe(0);
    expect(questions[0]).toContain('will read 2 transcripts of Claude Code (3.5 MB)');
  });

  it.each([
    ['no', 'Nothing was read.'],
    [undefined, 'there is nobody to ask'],
  ])('reads nothing when the answer is %s', async (answer, words) => {
    let isRead = false;
    const memory = {
      mineSessions: async () => {
        isRead = true;
        return miningReport;
      },
    };
    const { status, stderr } = await runFakeCli(['mine-sessions'], {
      memory,
      dependencies: { ask: () => answer },
    });
    expect([status, isRead]).toEqual([2, false]);
    expect(stderr.replace(/\s+/g, ' ')).toContain(words);
  });

  it.each([
    ['it was asked before', { planMining: async () => ({ ...miningPlan, isFirst: false }) }, []],
    ['nothing is written', {}, ['--dry-run']],
  ])('does not ask where %s', async (_, memory, words) => {
    const ask = () => expect.fail('asked');
    expect((await runFakeCli(['mine-sessions', ...words], { memory, dependencies: { ask } })).status).toBe(0);
  });

  it('passes on what it is told', async () => {
    const calls: unknown[] = [];
    const memory = {
      mineSessions: async (options = {}) => {
        calls.push(options);
        return await fakeMemory().mineSessions();
      },
    };
    await runFakeCli(['mine-sessions', 'a.jsonl', 'b', '--folder', '/old', '--dry-run'], { memory });
    expect(calls).toMatchObject([{ places: ['a.jsonl', 'b'], folders: ['/old'], preview: true }]);
  });

  it('says where sessions may be found when there are none', async () => {
    const memory = { mineSessions: async () => ({ ...miningReport, transcripts: [], lessons: [] }) };
    const { stdout } = await runFakeCli(['mine-sessions', '--yes'], { memory });
    expect(stdout).toContain('No sessions of an agent in this repository were found.');
  });
});
