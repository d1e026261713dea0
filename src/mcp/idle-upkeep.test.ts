import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AfterwitError } from '../model/errors.ts';
import { IdleUpkeep } from './idle-upkeep.ts';

const idleMs = 1_000;
let faults: unknown[];
let signals: AbortSignal[];
let finish: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  faults = [];
  signals = [];
  finish = [];
});
afterEach(() => {
  vi.useRealTimers();
});

function upkeep(maintain?: (signal: AbortSignal) => Promise<void>): IdleUpkeep {
  return new IdleUpkeep({
    maintain:
      maintain ??
      ((signal) => {
        signals.push(signal);
        return new Promise((resolve) => finish.push(resolve));
      }),
    logFault: (_, fault) => faults.push(fault),
    idleMs,
  });
}

describe('between questions', () => {
  it('the memory is maintained, once nothing was asked for a while', async () => {
    const idle = upkeep();
    const [first, second] = [idle.begin(), idle.begin()];
    first();
    await vi.advanceTimersByTimeAsync(2 * idleMs);
    expect(signals).toHaveLength(0);
    second();
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    expect(signals).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(signals).toHaveLength(1);
    expect(signals[0]?.aborted).toBe(false);
  });

  it('a question stops it, and it goes on in the next pause, never twice at once', async () => {
    const idle = upkeep();
    idle.begin()();
    await vi.advanceTimersByTimeAsync(idleMs);
    idle.begin()();
    expect(signals[0]?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(idleMs);
    expect(signals).toHaveLength(1);
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(signals).toHaveLength(2);
    expect(signals[1]?.aborted).toBe(false);
  });

  it('it ends with the server', async () => {
    const idle = upkeep();
    idle.begin()();
    await idle.close();
    await vi.advanceTimersByTimeAsync(2 * idleMs);
    expect(signals).toHaveLength(0);
    idle.begin()();
    await vi.advanceTimersByTimeAsync(idleMs);
    const closed = idle.close();
    expect(signals[0]?.aborted).toBe(true);
    finish[0]?.();
    await closed;
  });

  it('reports a fault, but not an interruption or a busy memory', async () => {
    const thrown: Error[] = [
      new AfterwitError('INTERRUPTED', 'stopped'),
      new AfterwitError('MEMORY_BUSY', 'busy'),
      new Error('broken'),
    ];
    const idle = upkeep(() => Promise.reject(thrown[signals.push(AbortSignal.abort()) - 1]));
    for (const _ of thrown) {
      idle.begin()();
      await vi.advanceTimersByTimeAsync(idleMs);
    }
    expect(faults).toEqual([thrown[2]]);
  });
});
