import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Memory, MemoryHome } from '../../src/api/memory.ts';
import { fakeHome, guardrailList, recordedFailure, unmatched } from './fake-home.ts';
import { fakeStreams } from './fake-streams.ts';
import { runFakeCli } from './run-fake-cli.ts';

let folder: string;
let log: string;
let trace: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterwit-failures-'));
  log = join(folder, 'build.log');
  trace = join(folder, 'trace.txt');
  writeFileSync(log, 'Error: it broke\n');
  writeFileSync(trace, 'at boil (src/boil.js:3:1)\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command line and gives what was called, with which arguments. */
async function callsOf(words: readonly string[], stdin: readonly (string | Uint8Array)[] = ['piped']) {
  const calls: unknown[][] = [];
  const record =
    <Result>(name: string, result: Result) =>
    async (...given: unknown[]): Promise<Result> => {
      calls.push([name, ...given]);
      return result;
    };
  const answers = fakeHome();
  const memory: Partial<Memory> = {
    recall: record('recall', unmatched),
    record: record('record', recordedFailure),
    guardrails: record('guardrails', guardrailList),
  };
  const home: Partial<MemoryHome> = {
    failures: record('failures', await answers.failures()),
    failure: record('failure', await answers.failure('x')),
    doubts: record('doubts', await answers.doubts()),
    decideDoubt: record('decideDoubt', await answers.decideDoubt('x', 'split')),
  };
  const run = await runFakeCli(words, { memory, home, streams: fakeStreams({ stdin }) });
  return { calls, status: run.status, stderr: run.stderr, stdout: run.stdout };
}

describe('calls about failures', () => {
  it.each([
    [
      ['recall', '--failure', '-'],
      ['recall', { failure: { output: 'piped' } }],
    ],
    [
      ['recall', '--failure', '-', '--command', 'make', '--exit-code', '2', '--file', 'a.c', '--top-k', '1'],
      ['recall', { failure: { output: 'piped', command: 'make', exitCode: 2 }, files: ['a.c'], topK: 1 }],
    ],
    [
      ['recall', '--stack', '-', '--command', 'make'],
      ['recall', { failure: { output: '', command: 'make', stack: 'piped' } }],
    ],
    [
      ['record', 'run make', '--command', 'make'],
      ['record', { fix: 'run make', failure: { output: '', command: 'make' } }],
    ],
    [
      ['remember', '-', '--command', 'make'],
      ['record', { fix: 'piped', failure: { output: '', command: 'make' } }],
    ],
    [
      [
        'remember',
        'run make',
        '--failure',
        '-',
        '--symptom',
        's',
        '--cause',
        'c',
        '--rule',
        'r',
        '--verify',
        'v',
      ],
      [
        'record',
        {
          fix: 'run make',
          failure: { output: 'piped' },
          details: { symptom: 's', rootCause: 'c', preventionRule: 'r', verification: 'v' },
        },
      ],
    ],
    [
      [
        ...[
          'remember',
          'run make',
          '--failure',
          '-',
          '--context',
          'x',
          '--family',
          'f',
          '--passed',
          'make test',
        ],
        ...['--applies-when', 'a', '--applies-when', 'b', '--not-when', 'n'],
        ...['--changed', 'src/io.py::Writer.write', '--changed', 'src/io.py'],
      ],
      [
        'record',
        {
          fix: 'run make',
          failure: { output: 'piped' },
          details: {
            family: 'f',
            context: 'x',
            appliesWhen: ['a', 'b'],
            notWhen: ['n'],
            changed: ['src/io.py::Writer.write', 'src/io.py'],
            validation: { command: 'make test', exitCode: 0 },
          },
        },
      ],
    ],
    [
      [
        'remember',
        'x',
        '--command',
        'make',
        '--file',
        'src/a.c:boil',
        '--title',
        't',
        '--scope',
        'user',
        '--tag',
        'g',
      ],
      [
        'record',
        {
          fix: 'x',
          failure: { output: '', command: 'make', file: 'src/a.c' },
          title: 't',
          scope: 'user',
          tags: ['g'],
          files: ['src/a.c:boil'],
        },
      ],
    ],
    [
      ['guardrails', 'add a migration', '--file', 'a.ts', '--command', 'npm test', '--limit', '2'],
      ['guardrails', { query: 'add a migration', command: 'npm test', files: ['a.ts'], limit: 2 }],
    ],
    [
      ['guardrails', '-'],
      ['guardrails', { query: 'piped' }],
    ],
    [
      ['failures', 'list'],
      ['failures', {}],
    ],
    [
      ['failures', 'list', '--all', '--limit', '2'],
      ['failures', { where: 'all', limit: 2 }],
    ],
    [
      ['failures', 'show', '5e6f7a8b'],
      ['failure', '5e6f7a8b'],
    ],
    [
      ['failures', 'review'],
      ['doubts', {}],
    ],
    [
      ['failures', 'review', '--all'],
      ['doubts', { where: 'all' }],
    ],
    [
      ['failures', 'review', '5e6f7a8b', 'merge'],
      ['decideDoubt', '5e6f7a8b', 'merge'],
    ],
  ])('%j', async (words, expected) => {
    const { calls, status } = await callsOf(words);
    expect({ calls, status }).toEqual({ calls: [expected], status: 0 });
  });

  it('reads logs and traces from files', async () => {
    const { calls } = await callsOf(['recall', '--failure', log, '--stack', trace]);
    expect(calls[0]).toMatchObject([
      'recall',
      { failure: { output: 'Error: it broke\n', stack: 'at boil (src/boil.js:3:1)\n' } },
    ]);
  });

  it('does not wait for a keyboard', async () => {
    const streams = fakeStreams();
    const stdin = Object.assign(hang(), { isTTY: true });
    const run = await runFakeCli(['recall', '--command', 'make'], { streams: { ...streams, stdin } });
    expect(run).toMatchObject({ status: 0, stderr: '' });
  });
});

/** A keyboard without input. */
async function* hang(): AsyncIterable<string> {
  yield await new Promise<string>(() => {});
}

describe('a command line that is not understood makes no call', () => {
  it.each([
    [['match'], [''], /no command "match" \(Did you mean afterwit recall\?\)/],
    [['recall', '--failure', '-', '--stack', '-'], ['x'], /one text only/],
    [['recall', '--failure', 'no-such.log'], [''], /there is no such file/],
    [['remember'], [''], /needs TEXT/],
    [
      ['remember', ' ', '--command', 'x'],
      [''],
      /text is empty\. Say what to know next time, or what made a failure go away/,
    ],
    [['remember', '-', '--failure', '-'], ['x'], /one text only/],
    [['remember', '--command', 'x', '--failure', '-', '-'], ['x'], /one text only/],
    [['guardrails', ' '], [''], /text is empty/],
    [['failures'], [''], /needs a second word: list, show or review/],
    [['failures', 'show'], [''], /needs ID/],
    [['failures', 'review', 'abcd'], [''], /decision about "abcd" is missing/],
    [['failures', 'review', 'abcd', 'keep'], [''], /DECISION is one of merge, split, supersede, reject/],
  ])('%j', async (words, stdin, message) => {
    const { calls, status, stderr } = await callsOf(words, stdin);
    expect({ calls, status }).toEqual({ calls: [], status: 2 });
    expect(stderr.replace(/\s+/g, ' ')).toMatch(message);
  });
});

describe('strange logs', () => {
  it.each([
    ['NUL', 'Error: \0\0 broke'],
    ['lone surrogates', 'Error: \ud800 broke'],
    ['ANSI', '\u001b[31mError: broke\u001b[0m'],
    ['JSON', '{"output": "Error: broke"}'],
    ['bytes that are no text', Uint8Array.from([0xff, 0xfe, 0x00, 0x80])],
  ])('%s are handed on as they are', async (_name, output) => {
    const { calls, status } = await callsOf(['recall', '--failure', '-'], [output]);
    expect(status).toBe(0);
    expect(calls).toHaveLength(1);
  });

  it('are cut to their ends, however long', async () => {
    const line = 'a line of a long log\n'.repeat(50_000);
    const { calls } = await callsOf(
      ['recall', '--failure', '-'],
      ['first\n', ...Array<string>(100).fill(line), 'last\n'],
    );
    const [, { failure }] = calls[0] as [string, { failure: { output: string } }];
    expect(failure.output.length).toBeLessThan(8_001_000);
    expect(failure.output).toMatch(/^first\n/);
    expect(failure.output).toMatch(/\nlast\n$/);
  });

  it('are refused as a fix when they are that long', async () => {
    const stdin = Array<Buffer>(100).fill(Buffer.alloc(1_000_000, 'a'));
    const { calls, status, stderr } = await callsOf(['record', '-', '--command', 'make'], stdin);
    expect({ calls, status }).toEqual({ calls: [], status: 2 });
    expect(stderr).toContain('TEXT_TOO_LARGE');
  });
});
