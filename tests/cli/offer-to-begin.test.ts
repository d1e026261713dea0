import { expect, it } from 'vitest';
import type { Memory } from '../../src/open/memory.ts';
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
      mineSessions: async ({ agreed } = {}) => {
        done.push(`mined, agreed: ${agreed}`);
        return miningReport;
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
  const { questions, done, status } = await begin(['yes', 'yes', 'no', 'no', 'no', 'no', 'no', 'no', 'yes']);
  expect(questions[0]).toBe('Connect them? Each change is shown before it is made. Type yes or no: ');
  expect(questions.filter((question) => question.startsWith('Read them?'))).toHaveLength(1);
  expect(done[0]).toMatch(/^set up /);
  expect(status).toBe(0);
});

it('does nothing without a yes, and says all the rest', async () => {
  const { questions, done, stdout } = await begin(['no', 'no']);
  expect(questions).toHaveLength(2);
  expect(done).toEqual([]);
  expect(stdout).toContain('Hottest files');
});

it('reads sessions after one yes', async () => {
  expect((await begin(['no', 'yes'])).done).toEqual(['mined, agreed: true']);
});

it.each([
  ['the repository is known', { memory: { index: async () => indexReport }, columns: 80 }],
  ['nobody looks at it', {}],
  ['a program reads it', { words: ['--json'], columns: 80 }],
])('asks nothing when %s', async (_, situation) => {
  expect((await begin(['yes', 'yes'], situation)).questions).toEqual([]);
});

it('does not ask about sessions that were read before', async () => {
  const planMining = async () => ({ ...miningPlan, isFirst: false });
  expect((await begin(['no'], { memory: { planMining }, columns: 80 })).questions).toHaveLength(1);
});
