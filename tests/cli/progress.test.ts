import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/api/memory.ts';
import { type CliDependencies, runCli } from '../../src/cli/run-cli.ts';
import type { IndexProgress } from '../../src/model/answers/memory-status.ts';
import type { OpenMemoryOptions } from '../../src/open/open-repository.ts';
import { fakeMemory, indexReport, location, search } from './fake-memory.ts';
import { type FakeStreams, fakeStreams } from './fake-streams.ts';
import { fakeDependencies } from './run-fake-cli.ts';

const steps: readonly IndexProgress[] = [
  { phase: 'listing', done: 0, total: 0 },
  ...Array.from({ length: 11 }, (_, tenth) => ({ phase: 'mining', done: tenth * 100, total: 1000 }) as const),
  { phase: 'finishing', done: 1000, total: 1000 },
];

/** A memory whose indexing goes through `steps`, each of which takes `stepMs`. */
async function indexing(words: readonly string[], streams: FakeStreams, stepMs: number): Promise<number> {
  let now = 0;
  const walk = (onProgress: OpenMemoryOptions['onProgress']): void => {
    for (const step of steps) {
      onProgress?.(step);
      now += stepMs;
    }
  };
  const openMemory = async ({ onProgress }: OpenMemoryOptions): Promise<Memory> => {
    return fakeMemory({
      index: async (options) => {
        walk(options?.onProgress);
        return indexReport;
      },
      searchCommits: async () => {
        walk(onProgress);
        return search;
      },
    });
  };
  return runCli(words, streams, fakeDependencies({ openMemory, nowMs: () => now }));
}

describe('progress in a pipe', () => {
  it('is one line at the start and one at the end', async () => {
    const streams = fakeStreams();
    await indexing(['index'], streams, 100);
    expect(streams.stderr.text).toBe(
      'afterwit: reading the history, 1,000 new commits\nafterwit: history read in 1.3 s\n',
    );
  });

  it.each([
    { name: 'stopped', fault: new DOMException('stopped', 'AbortError'), status: 130 },
    { name: 'broken', fault: new Error('it broke'), status: 1 },
  ])('says of what was $name no word of being done', async ({ fault, status }) => {
    const streams = fakeStreams();
    const openMemory = async () =>
      fakeMemory({
        index: async (options) => {
          for (const step of steps.slice(0, 4)) options?.onProgress?.(step);
          throw fault;
        },
      });
    expect(await runCli(['index'], streams, fakeDependencies({ openMemory }))).toBe(status);
    expect(streams.stderr.text).toContain('reading the history');
    expect(streams.stderr.text).not.toContain('history read');
  });

  it('is not mentioned when an answer is quick', async () => {
    const streams = fakeStreams();
    await indexing(['search-commits', 'x'], streams, 10);
    expect(streams.stderr.text).toBe('');
  });

  it('is mentioned when an answer must wait', async () => {
    const streams = fakeStreams();
    await indexing(['search-commits', 'x'], streams, 1000);
    expect(streams.stderr.text.split('\n')).toHaveLength(3);
  });

  it('is silent with --json', async () => {
    const streams = fakeStreams();
    await indexing(['index', '--json'], streams, 1000);
    expect(streams.stderr.text).toBe('');
  });
});

describe('progress on a terminal', () => {
  it('is a bar that goes away', async () => {
    const streams = fakeStreams({ terminal: { columns: 100 } });
    await indexing(['index'], streams, 100);
    const frames = streams.stderr.text.split('\r\u001b[2K');
    expect(frames).toContain(`Reading history ${'━'.repeat(15)}${'─'.repeat(15)}  50%  500 of 1,000 commits`);
    expect(frames).toContain('Tidying the index up…');
    expect(frames.at(-1)).toBe('');
    for (const frame of frames) expect(frame.length).toBeLessThan(100);
    expect(streams.stderr.text).not.toContain('\n');
  });

  it('fits a narrow one', async () => {
    const streams = fakeStreams({ terminal: { columns: 40 } });
    await indexing(['index'], streams, 100);
    for (const frame of streams.stderr.text.split('\r\u001b[2K')) expect(frame.length).toBeLessThan(40);
  });

  it('does not flicker', async () => {
    const streams = fakeStreams({ terminal: { columns: 100 } });
    await indexing(['index'], streams, 5);
    expect(streams.stderr.text).toBe('');
  });
});

describe('interruption', () => {
  /** The user stops the command as soon as the memory is at work on it. */
  async function interrupt(
    words: readonly string[],
    memoryThat: (atWork: () => void) => Partial<Memory>,
    streams: FakeStreams,
  ): Promise<number> {
    const interruption = new AbortController();
    let closed = false;
    const close = async () => {
      closed = true;
    };
    const memory = memoryThat(() => setImmediate(() => interruption.abort()));
    const openMemory = async () => fakeMemory({ ...memory, close });
    const { signal } = interruption;
    const status = await runCli(words, streams, fakeDependencies({ openMemory, nowMs: () => 0, signal }));
    expect(closed).toBe(false);
    return status;
  }

  const stoppable = (atWork: () => void): Partial<Memory> => ({
    index: (options) => {
      options?.onProgress?.({ phase: 'mining', done: 12_000, total: 62_658 });
      atWork();
      return new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      });
    },
  });

  it('says what is kept', async () => {
    const streams = fakeStreams();
    expect(await interrupt(['index'], stoppable, streams)).toBe(130);
    expect(streams.stdout.text).toBe('');
    expect(streams.stderr.text.replace(/\s+/g, ' ')).toContain(
      'after 12,000 of 62,658 commits. What was finished is kept: run the command again to continue.',
    );
  });

  it('is told to programs', async () => {
    const streams = fakeStreams();
    expect(await interrupt(['--json'], stoppable, streams)).toBe(130);
    expect(JSON.parse(streams.stdout.text)).toMatchObject({
      error: { code: 'INTERRUPTED', data: { done: 12_000 } },
    });
  });

  it('does not wait for work that cannot be stopped', async () => {
    const streams = fakeStreams();
    // Work that never ends: waiting for it, the command would not end either.
    const hanging = (atWork: () => void) => ({
      hotspots: () => {
        atWork();
        return new Promise<never>(() => {});
      },
    });
    expect(await interrupt(['hotspots'], hanging, streams)).toBe(130);
  });
});

describe('the first question about the code', () => {
  /** A memory that reads code until the history was heard, or for two seconds. */
  async function locate(streams: FakeStreams): Promise<boolean> {
    let isHeard = false;
    const openMemory: CliDependencies['openMemory'] = async ({ onProgress }) =>
      fakeMemory({
        searchCommits: async () => {
          isHeard = true;
          return search;
        },
        locate: async () => {
          onProgress?.({ phase: 'code', done: 0, total: 3_000 });
          for (let look = 0; look < 40 && !streams.stderr.text.includes('history alone'); look++)
            await pause(50);
          return location;
        },
      });
    expect(await runCli(['locate', 'leak'], streams, fakeDependencies({ openMemory }))).toBe(0);
    return isHeard;
  }

  it('is answered by the history alone while a person waits, and then in full', async () => {
    const streams = fakeStreams({ terminal: { columns: 80 } });
    expect(await locate(streams)).toBe(true);
    expect(streams.stderr.text).toContain('By the history alone:');
    expect(streams.stderr.text).toContain('Close duplicated descriptors');
    expect(streams.stdout.text).toContain('src/capture.py');
    expect(streams.stdout.text).not.toContain('By the history alone:');
  });

  it('waits for the code where a program reads the answer', async () => {
    expect(await locate(fakeStreams())).toBe(false);
  });
});
