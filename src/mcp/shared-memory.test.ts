import { describe, expect, test } from 'vitest';
import type { IndexProgress } from '../model/answers/memory-status.ts';
import { type MemoryUse, type ServedMemory, SharedMemory } from './shared-memory.ts';

const refuse = () => Promise.reject(new Error('not asked for here'));

const refusing: Omit<ServedMemory, 'close'> = {
  recall: refuse,
  brief: refuse,
  forFile: refuse,
  atMoment: refuse,
  read: refuse,
  readable: refuse,
  why: refuse,
  review: refuse,
  guardrails: refuse,
  locate: refuse,
  searchCommits: refuse,
  examineCommit: refuse,
  viewSummary: refuse,
  searchSummaries: refuse,
  traverse: refuse,
  entity: refuse,
  hotspots: refuse,
  feedback: refuse,
  remember: refuse,
  repositories: { lookalike: refuse },
};

/** Counts what becomes of the memories it opens. */
function opener() {
  const events: string[] = [];
  let opened = 0;
  const signals: AbortSignal[] = [];
  const tell: ((progress: IndexProgress) => void)[] = [];
  const memory = new SharedMemory(async ({ signal, onProgress }): Promise<ServedMemory> => {
    const name = ++opened;
    events.push(`open ${name}`);
    signals.push(signal);
    tell.push(onProgress);
    const close = async () => void events.push(`close ${name}`);
    return {
      ...refusing,
      close,
    };
  });
  return { memory, events, signals, tell };
}

const use = (rest: Partial<MemoryUse> = {}): MemoryUse => ({ signal: new AbortController().signal, ...rest });
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('nothing is opened before the first call, and one memory serves them all', async () => {
  const { memory, events } = opener();
  await settled();
  expect(events).toEqual([]);
  const answers = await Promise.all([1, 2, 3].map((n) => memory.use(use(), async () => n)));
  expect(answers).toEqual([1, 2, 3]);
  await memory.stop();
  expect(events).toEqual(['open 1']);
});

test('a server that ends interrupts what runs, and waits until it has stopped', async () => {
  const { memory, events, signals } = opener();
  const wait = Promise.withResolvers<number>();
  const call = memory.use(use(), () => wait.promise);
  await settled();
  const stopped = memory.stop();
  expect(signals[0]?.aborted).toBe(true);
  wait.resolve(1);
  await Promise.all([call, stopped]);
  expect(events).toEqual(['open 1', 'close 1']);
});

test('a memory that cannot be opened is tried again', async () => {
  let attempts = 0;
  const memory = new SharedMemory(() => {
    attempts++;
    return Promise.reject(new Error('no repository yet'));
  });
  await expect(memory.use(use(), async () => 1)).rejects.toThrow('no repository yet');
  await expect(memory.use(use(), async () => 1)).rejects.toThrow('no repository yet');
  expect(attempts).toBe(2);
  await memory.stop();
});

describe('a call that is cancelled', () => {
  test('interrupts nothing while another one waits', async () => {
    const { memory, signals } = opener();
    const cancelled = new AbortController();
    const [wait, done] = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
    const first = memory.use(use({ signal: cancelled.signal }), () => wait.promise);
    const second = memory.use(use(), () => done.promise);
    await settled();
    cancelled.abort();
    expect(signals[0]?.aborted).toBe(false);
    done.resolve(2);
    expect(await second).toBe(2);
    wait.resolve(1);
    await first;
  });

  test('interrupts the work when it was the last, and the next call opens anew once that has ended', async () => {
    const { memory, events, signals } = opener();
    const cancelled = new AbortController();
    const wait = Promise.withResolvers<number>();
    const first = memory.use(use({ signal: cancelled.signal }), () => wait.promise);
    await settled();
    cancelled.abort();
    expect(signals[0]?.aborted).toBe(true);
    const second = memory.use(use(), async () => 2);
    await settled();
    expect(events).toEqual(['open 1']);
    wait.resolve(1);
    await first;
    expect(await second).toBe(2);
    expect(events).toEqual(['open 1', 'close 1', 'open 2']);
    expect(signals[1]?.aborted).toBe(false);
  });

  test('is not begun when it was cancelled before', async () => {
    const { memory, events } = opener();
    await expect(memory.use(use({ signal: AbortSignal.abort() }), async () => 1)).rejects.toThrow(/abort/);
    expect(events).toEqual([]);
  });
});

test('a memory whose close fails blocks no later call', async () => {
  let opened = 0;
  const memory = new SharedMemory(async () => {
    opened++;
    return {
      ...refusing,
      close: refuse,
    };
  });
  const cancelled = new AbortController();
  const wait = Promise.withResolvers<number>();
  const first = memory.use(use({ signal: cancelled.signal }), () => wait.promise);
  await settled();
  cancelled.abort();
  wait.resolve(1);
  await first;
  expect(await memory.use(use(), async () => 2)).toBe(2);
  expect(opened).toBe(2);
});

test('progress is told to those who wait', async () => {
  const { memory, tell } = opener();
  const heard: string[] = [];
  const listen = (name: string) => use({ onProgress: ({ done }) => heard.push(`${name} ${done}`) });
  const wait = Promise.withResolvers<number>();
  const first = memory.use(listen('first'), () => wait.promise);
  await memory.use(listen('second'), async () => 2);
  tell[0]?.({ phase: 'mining', done: 5, total: 9 });
  wait.resolve(1);
  await first;
  expect(heard).toEqual(['first 5']);
});

test('more calls at once than can be held are refused', async () => {
  const { memory } = opener();
  const wait = Promise.withResolvers<number>();
  const taken = Array.from({ length: 64 }, () => memory.use(use(), () => wait.promise));
  await expect(memory.use(use(), async () => 1)).rejects.toMatchObject({ code: 'MEMORY_BUSY' });
  wait.resolve(0);
  await Promise.all(taken);
  expect(await memory.use(use(), async () => 1)).toBe(1);
});
