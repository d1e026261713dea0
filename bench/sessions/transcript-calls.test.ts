import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readCalls, startRemedy } from './transcript-calls.ts';

function written(...entries: readonly object[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'afterwit-calls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'a.jsonl');
  writeFileSync(path, entries.map((entry) => JSON.stringify(entry)).join('\n'));
  return path;
}

const codexCall = (id: string, command: string) => ({
  payload: { call_id: id, arguments: JSON.stringify({ command }) },
});
const codexResult = (id: string, output: string) => ({ payload: { call_id: id, output } });

it('reads calls of both agents with what came of them', () => {
  const path = written(
    { message: { content: [{ type: 'tool_use', id: 'a', input: { command: 'npm test' } }] } },
    {
      message: {
        content: [{ type: 'tool_result', tool_use_id: 'a', content: 'Exit code 1\nno', is_error: true }],
      },
    },
    codexCall('b', 'ls'),
    codexResult('b', JSON.stringify({ output: 'x', metadata: { exit_code: 0 } })),
  );
  expect([...readCalls(path)]).toEqual([
    [1, { command: 'npm test', output: 'Exit code 1\nno', isPassed: false }],
    [3, { command: 'ls', output: 'x', isPassed: true }],
  ]);
});

it('finds what took the place of a program that never got to work', () => {
  const calls = readCalls(
    written(
      codexCall('a', 'python run.py all'),
      codexResult('a', 'Exit code: 127\nOutput:\nbash: python: command not found'),
      codexCall('b', 'which python'),
      codexResult('b', 'Exit code: 0\nOutput:\n'),
      codexCall('c', 'python3 run.py all'),
      codexResult('c', 'Exit code: 0\nOutput:\nok'),
    ),
  );
  expect(startRemedy(calls, { failedAtLine: 1, command: 'python run.py all' })).toBe('python3 run.py all');
});
