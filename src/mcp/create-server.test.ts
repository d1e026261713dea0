import { describe, expect, test, vi } from 'vitest';
import type { IndexProgress } from '../model/answers/memory-status.ts';
import { reportProgress } from './create-server.ts';

type Context = Parameters<typeof reportProgress>[0];

/** The part of a request's context that progress needs. */
function contextOf(progressToken: string | undefined, notify: (message: object) => Promise<void>): Context {
  const mcpReq = { _meta: progressToken === undefined ? {} : { progressToken }, notify };
  return { mcpReq } as unknown as Context;
}

describe('a client that asked', () => {
  test('is told numbers that only grow, through all phases, and not too often', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const told: unknown[] = [];
    const report = reportProgress(contextOf('token', async (message) => void told.push(message)));
    const steps: readonly IndexProgress[] = [
      { phase: 'listing', done: 0, total: 0 },
      { phase: 'mining', done: 10, total: 20 },
      { phase: 'mining', done: 20, total: 20 },
      { phase: 'code', done: 1, total: 5 },
      { phase: 'code', done: 5, total: 5 },
    ];
    for (const step of steps) {
      report?.(step);
      report?.(step);
      vi.advanceTimersByTime(300);
    }
    vi.useRealTimers();
    const told1 = told.map((message) => (message as { readonly params: object }).params);
    expect(told1).toEqual([
      { progressToken: 'token', progress: 10, total: 20, message: 'Reading the history' },
      { progressToken: 'token', progress: 20, total: 20, message: 'Reading the history' },
      { progressToken: 'token', progress: 21, total: 25, message: 'Reading the code' },
      { progressToken: 'token', progress: 25, total: 25, message: 'Reading the code' },
    ]);
  });

  test('and has gone away does no harm', async () => {
    const report = reportProgress(contextOf('token', () => Promise.reject(new Error('closed'))));
    report?.({ phase: 'mining', done: 1, total: 2 });
    await new Promise((resolve) => setImmediate(resolve));
  });
});

test('a client that did not ask for progress gets none', () => {
  expect(reportProgress(contextOf(undefined, async () => undefined))).toBeUndefined();
});
