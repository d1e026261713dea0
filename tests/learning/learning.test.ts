import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type LearningReport, type LearnOptions, type Memory, openMemory } from '../../src/index.ts';
import { startAfterwit } from '../doors/afterwit-command.ts';
import { isFull } from '../effort.ts';
import { temporaryFolder } from '../git/build-repository.ts';
import { misleadingRepository } from './misleading-repository.ts';

/** As few as can be learned from. */
const questions = 60;
const issue = 'Wrong candle whenever the piston knocks behind worn valve';
const commitCount = 110;

let repository: string;
beforeAll(() => {
  repository = misleadingRepository(commitCount);
});
afterAll(() => rmSync(repository, { recursive: true }));

async function open(home: string, path = repository): Promise<Memory> {
  const memory = await openMemory({ repository: path, home });
  onTestFinished(() => memory.close());
  return memory;
}

/** The fields that do not depend on how often and how fast it ran. */
function verdictOf({ tookMs: _, reusedFixes: __, ...verdict }: LearningReport) {
  return verdict;
}

describe('learning from past fixes', () => {
  /** Of the first test, in a home that was asked other things before. */
  let whole: LearningReport | undefined;

  /** Learns from half of the fixes, and is stopped. */
  async function learnHalf(memory: Memory): Promise<void> {
    const stop = new AbortController();
    const onProgress: LearnOptions['onProgress'] = ({ phase, done }) => {
      if (phase === 'learning' && done >= questions / 2) stop.abort();
    };
    const stopped = memory.learn({ questions, signal: stop.signal, onProgress });
    await expect(stopped).rejects.toMatchObject({ code: 'INTERRUPTED', data: { total: questions } });
  }

  it('mends what the shipped weights get wrong here, in other processes too, and can be undone', async () => {
    const home = temporaryFolder();
    const memory = await open(home);
    const firstOf = async (options = {}) => (await memory.locate(issue, options)).files[0]?.path;
    expect(await memory.locate(issue)).toMatchObject({ weights: 'shipped', warnings: [] });
    expect(await firstOf()).toBe('parts/engine.py');

    // At quick effort it stands in for the next test too, which learns twice as much.
    if (!isFull) await learnHalf(memory);
    const report = await memory.learn({ questions });
    whole = report;
    expect(report).toMatchObject({ kind: 'learned', taughtFixes: 30, heldBackFixes: 30 });
    if (isFull) expect(report.reusedFixes).toBe(0);
    else expect(report.reusedFixes).toBeGreaterThanOrEqual(questions / 2);
    expect(report.comparison.own.hitFirst).toBeGreaterThan(report.comparison.shipped.hitFirst);
    expect(await memory.locate(issue)).toMatchObject({ weights: 'learned' });
    expect(await firstOf()).toBe('parts/candle.py');
    expect(await firstOf({ weights: 'shipped' })).toBe('parts/engine.py');

    const other = await open(home);
    expect(await other.locate(issue)).toMatchObject({ weights: 'learned' });
    // Nothing about the past it was learned from.
    expect(await other.locate(issue, { asOf: 'HEAD~1' })).toMatchObject({ weights: 'shipped' });

    expect(await memory.forgetLearned()).toBe(true);
    expect(await memory.forgetLearned()).toBe(false);
    expect(await firstOf()).toBe('parts/engine.py');
  });

  it.runIf(isFull)('goes on where it was stopped, and gives the same for the same seed', async () => {
    const memory = await open(temporaryFolder());
    await learnHalf(memory);
    const resumed = await memory.learn({ questions });
    expect(resumed.reusedFixes).toBeGreaterThanOrEqual(questions / 2);
    const again = await memory.learn({ questions });
    expect(again.reusedFixes).toBe(questions);
    expect(verdictOf(again)).toEqual(verdictOf(resumed));
    whole ??= await (await open(temporaryFolder())).learn({ questions });
    expect(verdictOf(whole)).toEqual(verdictOf(resumed));
  });

  it('refuses a young repository, and too few questions, saying what to do', async () => {
    const path = misleadingRepository(20);
    onTestFinished(() => rmSync(path, { recursive: true }));
    const young = await open(temporaryFolder(), path);
    await expect(young.learn()).rejects.toMatchObject({
      code: 'HISTORY_TOO_SHORT',
      message: expect.stringMatching(/21 usable commits.*100 are needed.*try again/),
    });
    const memory = await open(temporaryFolder());
    await expect(memory.learn({ questions: 10 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});

describe('afterwit learn', () => {
  it('ends with 130 on Ctrl-C, having kept what was finished', async () => {
    const folder = temporaryFolder();
    const words = ['learn', '--questions', `${questions}`, '--repo', repository];
    const { child, stderr, ended } = startAfterwit(words, {
      cwd: folder,
      userHome: folder,
      home: join(folder, 'home'),
    });
    child.stderr?.on('data', () => {
      if (stderr().includes('learning from past fixes') && !child.killed) child.kill('SIGINT');
    });
    const { status, stderr: told } = await ended;
    expect(status).toBe(130);
    expect(told).toMatch(/kept/);
  });
});
