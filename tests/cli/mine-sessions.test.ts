import { describe, expect, it } from 'vitest';
import { fakeMemory, miningPlan, miningReport } from './fake-memory.ts';
import { runFakeCli } from './run-fake-cli.ts';

describe('mine-sessions', () => {
  it('says what was learned, from where, and what comes next', async () => {
    const { stdout } = await runFakeCli(['mine-sessions', '--yes']);
    expect(stdout).toMatchInlineSnapshot(`
      "1 lesson learned from 2 transcripts of Claude Code and 1 of Codex. 2 tasks are
      kept as experience.
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

  describe('asks before sessions are read', () => {
    const none = { ...miningReport, transcripts: [], lessons: [] };

    /** Runs the command; gives what was asked, what was kept as the answer, and whether sessions were read. */
    async function mine(
      answer: string | undefined,
      {
        words = [],
        plan = {},
        speaker = 'user',
      }: {
        words?: readonly string[];
        plan?: Partial<typeof miningPlan>;
        speaker?: 'user' | 'agent' | 'unknown';
      } = {},
    ) {
      const questions: string[] = [];
      const kept: string[] = [];
      let isRead = false;
      const run = await runFakeCli(['mine-sessions', ...words], {
        memory: {
          planMining: async () => ({ ...miningPlan, ...plan }),
          mineSessions: async () => {
            isRead = true;
            return plan.transcripts?.length === 0 ? none : miningReport;
          },
          keepMiningConsent: async (consent) => {
            kept.push(consent);
          },
        },
        dependencies: {
          ask: (question) => {
            questions.push(question);
            return answer;
          },
          whoSpeaks: async () => ({ speaker: { kind: speaker, name: 'ada', source: 'cli' } }),
        },
      });
      return { ...run, questions, kept, isRead };
    }

    it('and reads them after a yes', async () => {
      const { status, questions, kept, isRead } = await mine('yes');
      expect({ status, kept, isRead }).toEqual({ status: 0, kept: ['yes'], isRead: true });
      expect(questions[0]).toContain('2 transcripts of Claude Code (3.5 MB, about 1 second) now');
    });

    it.each([
      ['no', 'Nothing was read.', ['no']],
      ['', 'a person has to say yes', []],
      ['y', 'a person has to say yes', []],
      [undefined, 'a person has to say yes', []],
    ])('and reads nothing when the answer is %j', async (answer, words, kept) => {
      const mined = await mine(answer);
      expect(mined).toMatchObject({ status: 2, isRead: false, kept });
      expect(mined.stderr.replace(/\s+/g, ' ')).toContain(words);
    });

    it.each([
      [undefined, []],
      ['no', ['no']],
      ['yes', ['yes']],
    ])('and, where there are none, switches nothing on by itself: %j', async (answer, kept) => {
      expect(await mine(answer, { plan: { transcripts: [] } })).toMatchObject({ status: 0, kept });
    });

    it('and takes a yes neither from an agent nor, without a person at the terminal, from an unknown speaker', async () => {
      for (const speaker of ['agent', 'unknown'] as const)
        for (const words of [[], ['--yes']])
          expect(await mine('yes', { speaker, words })).toMatchObject({
            status: 2,
            kept: [],
            isRead: false,
          });
      expect((await mine('yes', { speaker: 'agent' })).questions).toEqual([]);
    });

    it('but takes --yes of a person for the answer', async () => {
      expect(await mine(undefined, { words: ['--yes'] })).toMatchObject({ kept: ['yes'], questions: [] });
    });

    it.each([
      ['it was agreed to before', { plan: { consent: 'yes' } }],
      ['nothing is written', { words: ['--dry-run'] }],
    ] as const)('but not where %s', async (_, situation) => {
      expect(await mine(undefined, situation)).toMatchObject({ status: 0, questions: [], kept: [] });
    });
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
