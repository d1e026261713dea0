import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { meanwhile } from './report-progress.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const after = <T>(ms: number, value: T) => new Promise<T>((resolve) => setTimeout(resolve, ms, value));
const history = () => after(100, 'history');

async function said(answer: Promise<unknown>, isReason = () => true, other = history) {
  const saying = meanwhile(answer, isReason, other);
  await vi.advanceTimersByTimeAsync(60_000);
  return await saying;
}

it('says something else of an answer that takes long, as soon as the reason is there', async () => {
  expect(await said(after(9_000, 'code'))).toBe('history');
  let looks = 0;
  expect(await said(after(9_000, 'code'), () => looks++ > 8)).toBe('history');
});

it('says nothing else of an answer that comes in time, first, or takes long for another reason', async () => {
  const other = vi.fn(history);
  expect(await said(after(1_000, 'code'), undefined, other)).toBeUndefined();
  expect(await said(after(9_000, 'code'), () => false, other)).toBeUndefined();
  expect(other).not.toHaveBeenCalled();
  expect(await said(after(2_000, 'code'), undefined, () => after(1_000, 'history'))).toBeUndefined();
});

it('keeps to itself what is wrong with either', async () => {
  expect(await said(Promise.reject(new Error('empty')))).toBeUndefined();
  expect(
    await said(after(9_000, 'code'), undefined, () => Promise.reject(new Error('busy'))),
  ).toBeUndefined();
});
