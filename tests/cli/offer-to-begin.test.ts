import { expect, it } from 'vitest';
import type { Memory } from '../../src/api/memory.ts';
import { setupReport } from './fake-home.ts';
import { indexReport, miningPlan, miningReport } from './fake-memory.ts';
import { fakeStreams } from './fake-streams.ts';
import { runFakeCli } from './run-fake-cli.ts';

const firstTime = { ...indexReport, commitsAdded: indexReport.commitCount };

/** Runs the bare command at a terminal; gives the last line of each question, and what was done. */
async function begin(
  answers: readonly string[],
  {
    memory = {},
    words = [],
    columns,
  }: { memory?: Partial<Memory>; words?: readonly string[]; columns?: number | undefined } = { columns: 80 },
) {
  const left = [...answers];
  const questions: string[] = [];
  const done: string[] = [];
  const run = await runFakeCli(words, {
    streams: fakeStreams(columns === undefined ? {} : { terminal: { columns } }),
    memory: {
      index: async () => firstTime,
      mineSessions: async () => {
        done.push('mined');
        return miningReport;
      },
      keepMiningConsent: async (consent) => {
        done.push(`agreed: ${consent}`);
      },
      ...memory,
    },
    dependencies: {
      ask: (question) => {
        questions.push(question.split('\n').at(-1) ?? '');
        return left.shift();
      },
      setupAgent: async ({ agent, preview }) => {
        if (!preview) done.push(`set up ${agent}`);
        return { ...setupReport, agent };
      },
    },
  });
  return { ...run, questions, done };
}

it('offers to connect agents and to read their sessions, and does what is agreed to', async () => {
  const { questions, done, status } = await begin(['yes', 'yes', 'yes']);
  expect(questions[0]).toBe('Connect them? You are asked about each. Type yes or no: ');
  expect(questions).toHaveLength(3);
  expect(done).toEqual(['set up codex', 'agreed: yes', 'mined']);
  expect(status).toBe(0);
});

it('does nothing without a yes, and says all the rest', async () => {
  const { questions, done, stdout } = await begin(['no', 'no']);
  expect(questions).toHaveLength(2);
  expect(done).toEqual(['agreed: no']);
  expect(stdout).toContain('Hottest files');
});

it('reads sessions after one yes', async () => {
  expect((await begin(['no', 'yes'])).done).toEqual(['agreed: yes', 'mined']);
});

it.each([
  ['the repository is known', { memory: { index: async () => indexReport }, columns: 80 }],
  ['the output is no terminal', {}],
  ['a program reads it', { words: ['--json'], columns: 80 }],
])('asks nothing when %s', async (_, situation) => {
  expect((await begin(['yes', 'yes'], situation)).questions).toEqual([]);
});

it('does not ask about sessions that were read before', async () => {
  const planMining = async () => ({ ...miningPlan, consent: 'yes' as const });
  expect((await begin(['no'], { memory: { planMining }, columns: 80 })).questions).toHaveLength(1);
});
