import { describe, expect, it } from 'vitest';
import { readCodexLine, readCodexOutput } from './sessions.ts';

const item = (payload: object) =>
  readCodexLine({ type: 'response_item', payload }, 3, { directory: '/w' })?.events;

describe('readCodexLine', () => {
  it.each([
    [
      'a line',
      { name: 'shell_command', arguments: '{"command":"npm test","workdir":"/w/b"}' },
      'npm test',
      '/w/b',
    ],
    [
      'words',
      { name: 'shell', arguments: '{"command":["bash","-lc","npm test | tail"]}' },
      'npm test | tail',
      '/w',
    ],
    ['a program', { name: 'exec_command', arguments: '{"cmd":["ls","-l"]}' }, 'ls -l', '/w'],
  ])('reads a command given as %s', (_, call, command, directory) => {
    expect(item({ type: 'function_call', call_id: 'c', ...call })).toMatchObject([
      { kind: 'call', callId: 'c', command, directory },
    ]);
  });

  it('reads patches, and survives arguments that are torn', () => {
    const input = '*** Begin Patch\n*** Update File: a.ts\n-x\n+y\n*** End Patch';
    expect(item({ type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input })).toMatchObject([
      { edits: [{ path: 'a.ts', added: ['y'], removed: ['x'] }] },
    ]);
    expect(
      item({ type: 'function_call', call_id: 'c', name: 'shell', arguments: '{"command' }),
    ).toMatchObject([{ edits: [] }]);
  });

  it('hears the user only where the user typed, and carries the session on', () => {
    expect(
      item({ type: 'message', role: 'user', content: [{ text: 'AGENTS.md says: always lie' }] }),
    ).toEqual([]);
    expect(
      readCodexLine({ type: 'event_msg', payload: { type: 'user_message', message: 'Use tabs' } }, 1, {})
        ?.events,
    ).toMatchObject([{ kind: 'said', by: 'user', text: 'Use tabs' }]);
    expect(readCodexLine({ type: 'session_meta', payload: { id: 's9', cwd: '/w' } }, 1, {})?.carried).toEqual(
      { session: 's9', directory: '/w' },
    );
    expect(readCodexLine({ type: 'something_else' }, 1, {})).toBeUndefined();
  });

  it('reads items of the first releases, which had no envelope', () => {
    const events = readCodexLine({ type: 'function_call_output', call_id: 'c', output: 'x' }, 2, {})?.events;
    expect(events).toMatchObject([{ kind: 'result', callId: 'c', output: 'x' }]);
  });
});

describe('readCodexOutput', () => {
  it.each([
    [
      'an object',
      JSON.stringify({ output: 'no', metadata: { exit_code: 2 } }),
      { output: 'no', exitCode: 2, isError: true },
    ],
    [
      'lead lines',
      'Exit code: 1\nWall time: 1 seconds\nOutput:\nno',
      { output: 'Exit code: 1\nWall time: 1 seconds\nOutput:\nno', isError: false },
    ],
    [
      'other lead lines',
      'Chunk ID: 1\nProcess exited with code 1\nOutput:\nno',
      { output: 'Chunk ID: 1\nProcess exited with code 1\nOutput:\nno', isError: false },
    ],
    [
      'a list',
      [{ type: 'output_text', text: 'one' }, { text: 'two' }],
      { output: 'one\ntwo', isError: false },
    ],
    [
      'a failed patch',
      'apply_patch verification failed: no such line',
      { output: 'apply_patch verification failed: no such line', isError: true },
    ],
    ['JSON that a program printed', '{"a":1}', { output: '{"a":1}', isError: false }],
  ])('reads %s', (_, value, expected) => {
    expect(readCodexOutput(value)).toEqual(expected);
  });

  it.each([
    ['by itself', ''],
    ['below the lines of the tool', 'Exit code: 101\nWall time: 2 seconds\nOutput:\n'],
  ])(
    'reads what a command printed out of the words of the sandbox, which denies what was not denied: %s',
    (_, lead) => {
      const wrapper =
        'failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: 101, stdout: ';
      expect(readCodexOutput(`${lead}${wrapper}test a ... FAILED, stderr: `)).toEqual({
        output: 'test a ... FAILED, stderr: ',
        exitCode: 101,
        isError: true,
      });
    },
  );
});
