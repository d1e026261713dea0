import { describe, expect, it } from 'vitest';
import type { Memory } from '../../src/api/memory.ts';
import type { OpenMemoryOptions } from '../../src/open/open-repository.ts';
import { fakeMemory, search } from './fake-memory.ts';
import { fakeStreams } from './fake-streams.ts';
import { runFakeCli } from './run-fake-cli.ts';

const speaker = { kind: 'user', name: 'ada', source: 'cli' };

/** A memory that writes down how it is called. */
function recordingMemory(): { readonly memory: Partial<Memory>; readonly calls: unknown[][] } {
  const calls: unknown[][] = [];
  const plain = fakeMemory();
  const record = <Arguments extends unknown[], Result>(
    name: string,
    call: (...given: Arguments) => Result,
  ) => {
    return (...given: Arguments): Result => {
      calls.push([name, ...given]);
      return call(...given);
    };
  };
  const memory: Partial<Memory> = {
    index: record('index', plain.index),
    searchCommits: record('searchCommits', plain.searchCommits),
    examineCommit: record('examineCommit', plain.examineCommit),
    hotspots: record('hotspots', plain.hotspots),
    coupledFiles: record('coupledFiles', plain.coupledFiles),
    viewSummary: record('viewSummary', plain.viewSummary),
    searchSummaries: record('searchSummaries', plain.searchSummaries),
    traverse: record('traverse', plain.traverse),
    entity: record('entity', plain.entity),
    locate: record('locate', plain.locate),
    forgetLearned: record('forgetLearned', plain.forgetLearned),
    repositories: { ...plain.repositories, link: record('link', plain.repositories.link) },
    close: record('close', plain.close),
  };
  return { memory, calls };
}

describe('calls of the memory', () => {
  it.each([
    [
      ['search-commits', 'a'],
      ['searchCommits', ['a'], {}],
    ],
    [
      ['search-commits', 'a', 'b', '--top-k', '3', '--min-confidence', '.5', '--files', '4', '--explain'],
      ['searchCommits', ['a', 'b'], { topK: 3, minimumConfidence: 0.5, files: 4, explain: true }],
    ],
    [
      ['examine-commit', 'a'],
      ['examineCommit', 'a', {}],
    ],
    [
      ['examine-commit', 'a', '--issues', 'i.json', '--patch-bytes', '99', '--as-of', 'v1'],
      ['examineCommit', 'a', { issueExport: 'i.json', patchBytes: 99, asOf: 'v1' }],
    ],
    [
      ['hotspots', '--limit', '2', '--as-of', 'v1'],
      ['hotspots', { limit: 2, asOf: 'v1' }],
    ],
    [
      ['hotspots', '--all'],
      ['hotspots', { all: true }],
    ],
    [
      ['coupled', 'a/b', '--limit', '2'],
      ['coupledFiles', 'a/b', { limit: 2 }],
    ],
    [
      ['locate', 'it breaks', '--top-k', '3', '--as-of', 'v1'],
      ['locate', 'it breaks', { topK: 3, asOf: 'v1' }],
    ],
    [['learn', '--reset'], ['forgetLearned']],
    [
      ['view-summary', 'a/b', '--as-of', 'v1'],
      ['viewSummary', 'a/b', { asOf: 'v1' }],
    ],
    [
      ['search-summaries', 'parses', '--top-k', '3'],
      ['searchSummaries', 'parses', { topK: 3 }],
    ],
    [
      ['traverse', 'A.b'],
      ['traverse', 'A.b', {}],
    ],
    [
      ['traverse', 'A', '--depth', '2', '--direction', 'in', '--kind', 'calls,imports', '--limit', '9'],
      ['traverse', 'A', { depth: 2, direction: 'in', kinds: ['calls', 'imports'], limit: 9 }],
    ],
    [
      ['entity', 'A.b', '--as-of', 'v1'],
      ['entity', 'A.b', { asOf: 'v1' }],
    ],
    [
      ['repo', 'link', 'x'],
      ['link', 'x'],
    ],
    [
      ['index', '--rebuild', '--as-of', 'v1'],
      ['index', expect.objectContaining({ rebuild: true, asOf: 'v1' })],
    ],
  ])('%j', async (words, expected) => {
    const { memory, calls } = recordingMemory();
    await runFakeCli(words, { memory });
    expect(calls).toEqual([expected, ['close']]);
  });

  it('bare: index, then the five hottest files', async () => {
    const { memory, calls } = recordingMemory();
    await runFakeCli(['--as-of', 'v1'], { memory });
    expect(calls.map(([name]) => name)).toEqual(['index', 'hotspots', 'close']);
    expect(calls[1]).toEqual(['hotspots', { limit: 5, asOf: 'v1' }]);
  });
});

it('opens the repository and home that were named, and only when there is something to ask', async () => {
  const opened: OpenMemoryOptions[] = [];
  const openMemory = async (options: OpenMemoryOptions) => {
    opened.push(options);
    return fakeMemory();
  };
  for (const words of [['--help'], ['-V'], ['nonsense'], ['search-commits', '  ']]) {
    await runFakeCli(words, { dependencies: { openMemory } });
  }
  expect(opened).toEqual([]);
  await runFakeCli(['hotspots', '--repo', 'r', '--home', 'h'], { dependencies: { openMemory } });
  expect(opened).toEqual([
    {
      repository: 'r',
      home: 'h',
      onProgress: expect.any(Function),
      signal: expect.any(AbortSignal),
      speaker,
    },
  ]);
});

describe('texts from standard input', () => {
  async function texts(words: readonly string[], stdin: readonly (string | Uint8Array)[]) {
    const asked: unknown[] = [];
    const searchCommits: Memory['searchCommits'] = async (query) => {
      asked.push(query);
      return search;
    };
    const run = await runFakeCli(['search-commits', ...words], {
      memory: { searchCommits },
      streams: fakeStreams({ stdin }),
    });
    return { ...run, asked };
  }

  it('take the place of -', async () => {
    // A character cut in two by the pipe is whole again.
    const euro = Buffer.from('€');
    const { asked } = await texts(['a', '-'], ['piped ', euro.subarray(0, 1), euro.subarray(1)]);
    expect(asked).toEqual([['a', 'piped €']]);
  });

  it('are refused when too long, before the rest is read', async () => {
    const megabyte = Buffer.alloc(1_000_000, 'a');
    const { status, stderr, asked } = await texts(['-'], Array(100).fill(megabyte));
    expect(status).toBe(2);
    expect(stderr).toContain('longer than 1 MiB');
    expect(asked).toEqual([]);
  });

  it('are refused when empty', async () => {
    const { status, stderr } = await texts(['-'], ['\n']);
    expect(status).toBe(2);
    expect(stderr).toContain('empty');
  });
});

describe('the one text of a command', () => {
  it.each(['locate', 'search-summaries'])('of %s is read from standard input for -', async (command) => {
    const { memory, calls } = recordingMemory();
    await runFakeCli([command, '-'], { memory, streams: fakeStreams({ stdin: ['piped'] }) });
    expect(calls[0]?.[1]).toBe('piped');
  });

  it.each(['locate', 'search-summaries'])('of %s is refused when empty', async (command) => {
    const { status, stderr } = await runFakeCli([command, ' ']);
    expect(status).toBe(2);
    expect(stderr).toContain('empty');
  });
});
