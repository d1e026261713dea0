import { expect, it } from 'vitest';
import { fix } from './fake-home.ts';
import { runFakeCli } from './run-fake-cli.ts';

const waiting = [1, 2, 3].map((at) => ({
  reason: 'unverified' as const,
  item: { ...fix, id: `${fix.id.slice(0, -1)}${at}` as typeof fix.id },
}));

function play(answers: readonly (string | undefined)[]) {
  const done: string[] = [];
  const questions: string[] = [];
  const ask = (question: string) => {
    questions.push(question);
    return answers[questions.length - 1];
  };
  const home = {
    review: async () => ({ entries: waiting, count: 5 }),
    approve: async (id: string) => {
      done.push(`approve ${id.slice(-1)}`);
      return { ...fix, id: id as typeof fix.id };
    },
    reject: async (id: string) => {
      done.push(`reject ${id.slice(-1)}`);
      return { ...fix, id: id as typeof fix.id };
    },
  };
  return { done, questions, run: () => runFakeCli(['review', 'each'], { home, dependencies: { ask } }) };
}

it('asks about each in turn, in full, and does what is said', async () => {
  const { done, questions, run } = play(['a', 'what', 'skip', 'R']);
  const { stdout, status } = await run();
  expect(done).toEqual(['approve 1', 'reject 3']);
  expect(stdout).toBe('1 memory approved, 1 rejected; 3 wait still.\n');
  expect(status).toBe(0);
  expect(questions[0]).toContain('1 of 3: Build before testing');
  expect(questions[0]).toContain('The tests import dist/, which a fresh clone lacks.');
  expect(questions[0]).toContain('an agent said it, and nothing has confirmed it');
});

it('stops where it is told to', async () => {
  const { done, run } = play(['r', 'quit']);
  expect((await run()).stdout).toBe('0 memories approved, 1 rejected; 4 wait still.\n');
  expect(done).toEqual(['reject 1']);
});

it('decides nothing without a terminal', async () => {
  const { done, run } = play([undefined]);
  const { status, stderr } = await run();
  expect(status).toBe(2);
  expect(stderr).toContain('no terminal');
  expect(done).toEqual([]);
});
