import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory, MemoryHome } from '../../src/api/memory.ts';
import type { OpenHomeOptions } from '../../src/open/open-home.ts';
import { fakeHome, recollection, recordedFailure, remembered, setupReport } from './fake-home.ts';
import { fakeMemory } from './fake-memory.ts';
import { fakeStreams } from './fake-streams.ts';
import { runFakeCli } from './run-fake-cli.ts';

let folder: string;
let log: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-calls-'));
  log = join(folder, 'test.log');
  writeFileSync(log, 'Error: it broke\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command line and gives what was called, with which arguments. */
async function callsOf(
  words: readonly string[],
  stdin: readonly (string | Uint8Array)[] = [],
): Promise<{ readonly calls: unknown[][]; readonly status: number; readonly stderr: string }> {
  const calls: unknown[][] = [];
  const record =
    <Result>(name: string, result: Result) =>
    async (...given: unknown[]): Promise<Result> => {
      calls.push([name, ...given]);
      return result;
    };
  const answers = fakeHome();
  const home: Partial<MemoryHome> = {
    list: record('list', await answers.list()),
    show: record('show', await answers.show('x')),
    archive: record('archive', await answers.archive('x')),
    forget: record('forget', await answers.forget({ ids: [] })),
    review: record('review', await answers.review()),
    approve: record('approve', await answers.approve('x')),
    edit: record('edit', await answers.edit('x', {})),
    history: record('history', await answers.history('x')),
    reject: record('reject', await answers.reject('x')),
    why: record('why', await answers.why()),
    feedback: record('feedback', await answers.feedback({ decision: 'x', outcome: 'ignored' })),
    backUp: record('backUp', await answers.backUp()),
    restore: record('restore', await answers.restore('x')),
    purge: record('purge', await answers.purge()),
    close: record('close home', undefined),
  };
  const memory: Partial<Memory> = {
    remember: record('remember', remembered),
    record: record('record', recordedFailure),
    recall: record('recall', recollection),
    pause: record('pause', { sinceMs: 0 }),
    resume: record('resume', true),
    close: record('close memory', undefined),
  };
  const setupAgent = record('setupAgent', setupReport);
  const streams = fakeStreams({ stdin });
  const run = await runFakeCli(words, { memory, home, streams, dependencies: { setupAgent } });
  return { calls, status: run.status, stderr: run.stderr };
}

describe('calls of the memory of a repository', () => {
  it.each([
    [
      ['remember', 'a'],
      ['remember', { content: 'a' }],
    ],
    [
      ['remember', 'a', '--title', 't', '--type', 'decision', '--scope', 'user', '--tag', 'x', '--tag', 'y'],
      ['remember', { content: 'a', title: 't', type: 'decision', scope: 'user', tags: ['x', 'y'] }],
    ],
    [
      ['remember', 'a', '--file', 'src/a.ts:Part', '--file', 'b.ts'],
      ['remember', { content: 'a', files: ['src/a.ts:Part', 'b.ts'] }],
    ],
    [
      ['remember', 'a', '--command', 'npm test', '--exit-code', '1'],
      ['record', { fix: 'a', failure: { output: '', command: 'npm test', exitCode: 1 } }],
    ],
    [
      ['remember', 'a', '--failure', '-'],
      ['record', { fix: 'a', failure: { output: 'piped' } }],
    ],
    [
      ['remember', '-'],
      ['remember', { content: 'piped' }],
    ],
    [
      ['remember', 'a', '--avoid', 'npm install --force'],
      ['remember', { content: 'a', strategy: { stance: 'avoid', words: 'npm install --force' } }],
    ],
    [
      ['remember', 'a', '--type', 'preference', '--prefer', 'pnpm'],
      ['remember', { content: 'a', type: 'preference', strategy: { stance: 'prefer', words: 'pnpm' } }],
    ],
    [
      ['recall', 'a'],
      ['recall', { query: 'a' }],
    ],
    [
      ['recall', '-', '--file', 'a.ts', '--budget', '300', '--top-k', '2', '--unasked'],
      ['recall', { query: 'piped', files: ['a.ts'], budgetTokens: 300, topK: 2, moment: 'after_failure' }],
    ],
    [
      ['recall', '--command', 'make', '--failure', '-', '--exit-code', '2'],
      ['recall', { failure: { output: 'piped', command: 'make', exitCode: 2 } }],
    ],
    [['pause'], ['pause']],
    [['resume'], ['resume']],
  ])('%j', async (words, expected) => {
    const { calls, status } = await callsOf(words, ['piped']);
    expect({ calls, status }).toEqual({ calls: [expected, ['close memory']], status: 0 });
  });

  it('reads the output of a failure from a file', async () => {
    const { calls } = await callsOf(['recall', '--failure', log]);
    expect(calls[0]).toEqual(['recall', { failure: { output: 'Error: it broke\n' } }]);
  });

  it('takes a request as JSON', async () => {
    const request = { failure: { output: 'x', worktree: '/w' }, moment: 'after_failure', topK: 1 };
    const { calls } = await callsOf(['recall', '--request', '-'], [JSON.stringify(request)]);
    expect(calls[0]).toEqual(['recall', request]);
  });
});

describe('calls of a home', () => {
  it.each([
    [['list'], ['list', {}]],
    [
      ['list', '--all', '--type', 'fix', '--status', 'archived', '--limit', '3'],
      ['list', { where: 'all', types: ['fix'], statuses: ['archived'], limit: 3 }],
    ],
    [
      ['show', 'x'],
      ['show', 'x'],
    ],
    [
      ['archive', 'x'],
      ['archive', 'x', { undo: undefined }],
    ],
    [
      ['archive', 'x', '--undo'],
      ['archive', 'x', { undo: true }],
    ],
    [
      ['forget', 'x', 'y'],
      ['forget', { ids: ['x', 'y'] }],
    ],
    [
      ['forget', '--origin', 'cli', '--dry-run'],
      ['forget', { origin: 'cli', preview: true }],
    ],
    [
      ['forget', '--text', 'secret'],
      ['forget', { text: 'secret' }],
    ],
    [['review'], ['review', {}]],
    [
      ['review', '--all'],
      ['review', { where: 'all' }],
    ],
    [
      ['review', '--limit', '3'],
      ['review', { limit: 3 }],
    ],
    [
      ['review', 'reject', 'x'],
      ['reject', 'x'],
    ],
    [
      ['edit', 'x', '--content', 'better', '--title', 'Better'],
      ['edit', 'x', { content: 'better', title: 'Better' }],
    ],
    [
      ['edit', 'x', '--restore', 'y'],
      ['edit', 'x', { restore: 'y' }],
    ],
    [
      ['history', 'x'],
      ['history', 'x'],
    ],
    [['why'], ['why', undefined, {}]],
    [
      ['why', '--all'],
      ['why', undefined, { where: 'all' }],
    ],
    [
      ['why', 'x'],
      ['why', 'x', {}],
    ],
    [
      ['feedback', 'x', 'false_positive', '--item', 'y'],
      ['feedback', { decision: 'x', outcome: 'false_positive', item: 'y' }],
    ],
    [['backup'], ['backUp', undefined]],
    [
      ['backup', 'copy.db'],
      ['backUp', 'copy.db'],
    ],
    [
      ['restore', 'copy.db'],
      ['restore', 'copy.db'],
    ],
    [
      ['purge', '--all'],
      ['purge', {}],
    ],
    [
      ['purge', '--dry-run'],
      ['purge', { preview: true }],
    ],
  ])('%j', async (words, expected) => {
    const { calls, status } = await callsOf(words);
    expect({ calls, status }).toEqual({ calls: [expected, ['close home']], status: 0 });
  });
});

it.each([
  [[], { remove: false, preview: false, where: 'user' }],
  [['--dry-run', '--remove', '--project'], { remove: true, preview: true, where: 'project' }],
  [
    ['--home', 'h', '--repo', 'r'],
    { remove: false, preview: false, where: 'user', home: 'h', repository: 'r' },
  ],
  [['--cold'], { remove: false, preview: false, where: 'user', hooks: 'cold' }],
])('setup %j', async (words, expected) => {
  const { calls } = await callsOf(['setup', '--agent', 'claude-code', ...words]);
  expect(calls).toEqual([['setupAgent', { agent: 'claude-code', ...expected }]]);
});

it('opens the home that was named, for the speaker, and no repository', async () => {
  const opened: OpenHomeOptions[] = [];
  const speaker = { kind: 'agent', name: 'codex', source: 'cli' } as const;
  const dependencies = {
    whoSpeaks: async () => ({ speaker }),
    openHome: async (options: OpenHomeOptions) => {
      opened.push(options);
      return fakeHome();
    },
    openMemory: async () => {
      opened.push({});
      return fakeMemory();
    },
  };
  await runFakeCli(['list', '--home', 'h', '--repo', 'r'], { dependencies });
  expect(opened).toEqual([{ home: 'h', repository: 'r', speaker }]);
});

describe('a command line that is not understood makes no call', () => {
  it.each([
    [['remember', ' '], /text is empty\. Say what to know/],
    [['remember', '-', '--failure', '-'], /Standard input can be used for one text only/],
    [['remember', 'a', '--exit-code', '1'], /--exit-code alone does not describe a failure/],
    [['remember', 'a', '--failure', join('no', 'such', 'file')], /there is no such file/],
    [['remember', 'a', '--prefer', 'x', '--avoid', 'y'], /two preferences/],
    [['recall', '--failure', tmpdir()], /it is a folder/],
    [['recall'], /query is missing/],
    [['recall', ' '], /text is empty/],
    [['recall', '-', '--failure', '-'], /one text only/],
    [['recall', 'a', '--request', '-'], /A text cannot be combined with --request/],
    [['recall', '--unasked', '--request', '-'], /--unasked cannot be combined/],
    [['purge'], /all memories and their backups.*nothing was removed/],
    [['mcp'], /mcp as the first word/],
  ])('%j', async (words, message) => {
    const { calls, status, stderr } = await callsOf(words);
    expect({ calls, status }).toEqual({ calls: [], status: 2 });
    expect(stderr.replace(/\s+/g, ' ')).toMatch(message);
  });
});

describe('long input', () => {
  it('is refused as something to remember', async () => {
    const { calls, status, stderr } = await callsOf(
      ['remember', '-'],
      Array<Buffer>(100).fill(Buffer.alloc(1_000_000, 'a')),
    );
    expect({ calls, status }).toEqual({ calls: [], status: 2 });
    expect(stderr).toContain('TEXT_TOO_LARGE');
    expect(stderr).toContain('--failure');
  });

  it('is cut to its ends as the output of a failure', async () => {
    const lines = 'a line of a long log\n'.repeat(50_000);
    const stdin = ['first line\n', ...Array<string>(100).fill(lines), 'last line\n'];
    const { calls } = await callsOf(['recall', '--failure', '-'], stdin);
    const [, request] = calls[0] as [string, { failure: { output: string } }];
    const { output } = request.failure;
    expect(output.length).toBeLessThan(8_001_000);
    expect(output.length).toBeGreaterThan(7_990_000);
    expect(output).toMatch(/^first line\n/);
    expect(output).toMatch(/\nlast line\n$/);
    expect(output).toContain('… the middle is left out …');
  });
});
