import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endedCommand, failedCommand, failedOutput } from '../../../tests/hooks/hook-inputs.ts';
import { readCommandResult } from './read-command-result.ts';

const about = {
  call: expect.stringMatching(/^toolu_/),
  command: 'npm test',
  cwd: '/home/ada/kettle',
  session: '5f0c6a52-6a1b-4a77-9a2f-0d2f5f0a9e11',
};

function reasonOf(input: unknown): string {
  const result = readCommandResult(input);
  return result.kind === 'nothing' ? result.reason : 'looked up';
}

describe('a failed command', () => {
  it.each([
    { when: 'with its exit code', error: `Exit code 2\n${failedOutput}`, exitCode: 2 },
    { when: 'as transcripts write it', error: `Error: Exit code 127\n${failedOutput}`, exitCode: 127 },
    { when: 'with Windows line ends', error: `Exit code 1\r\n${failedOutput}`, exitCode: 1 },
    { when: 'without an exit code', error: failedOutput, exitCode: undefined },
    { when: 'as an error without an exit code', error: `Error: ${failedOutput}`, exitCode: undefined },
  ])('is looked up $when', ({ error, exitCode }) => {
    expect(readCommandResult(failedCommand({ error }))).toEqual({
      kind: 'command',
      hookEvent: 'PostToolUseFailure',
      report: {
        ...about,
        event: 'failure',
        output: failedOutput,
        ...(exitCode === undefined ? {} : { exitCode }),
      },
    });
  });

  it.each([
    { reason: 'interrupted', fields: { is_interrupt: true } },
    { reason: 'no output', fields: { error: 'Exit code 1' } },
    { reason: 'no output', fields: { error: 'Exit code 1\n \n' } },
    { reason: 'no output', fields: { error: undefined } },
    { reason: 'no output', fields: { error: { code: 1 } } },
    { reason: 'did not run', fields: { error: "The user doesn't want to proceed with this tool use." } },
    { reason: 'did not run', fields: { error: "Error: The user doesn't want to take this action." } },
    { reason: 'did not run', fields: { error: 'User rejected tool use' } },
    { reason: 'did not run', fields: { error: 'Permission to use Bash with command rm has been denied.' } },
    {
      reason: 'did not run',
      fields: { error: '<tool_use_error>Sibling tool call errored</tool_use_error>' },
    },
    {
      reason: 'did not run',
      fields: {
        error: 'Exit code 1\ntouch: Operation not permitted\n<sandbox_violations>deny</sandbox_violations>',
      },
    },
    { reason: 'no command', fields: { tool_name: 'Edit' } },
    { reason: 'no command', fields: { tool_name: 'mcp__shell__Bash' } },
    { reason: 'no command', fields: { tool_input: { file_path: 'x' } } },
    { reason: 'no command', fields: { tool_input: { command: ' ' } } },
    { reason: 'no command', fields: { tool_input: null } },
    { reason: 'another event', fields: { hook_event_name: 'PreToolUse' } },
    { reason: 'another event', fields: { hook_event_name: undefined } },
  ])('is not: $reason ($fields)', ({ reason, fields }) => {
    expect(reasonOf(failedCommand(fields))).toBe(reason);
  });

  it('is looked up when its own first words are those of a rejection', () => {
    expect(reasonOf(failedCommand({ error: 'Exit code 1\nPermission to use port 80 denied' }))).toBe(
      'looked up',
    );
  });

  it('may come without folder and session', () => {
    const input = failedCommand({ cwd: 7, session_id: '' });
    expect(readCommandResult(input)).toMatchObject({
      report: { command: 'npm test', event: 'failure', output: failedOutput, exitCode: 1 },
    });
  });
});

describe('a command that ended well', () => {
  it.each([
    { where: 'in its output', response: { stdout: failedOutput, stderr: '' }, output: failedOutput },
    { where: 'among its errors', response: { stdout: '', stderr: failedOutput }, output: failedOutput },
    { where: 'in both', response: { stdout: 'one', stderr: 'panic: two' }, output: 'one\npanic: two' },
  ])('is looked up when words of failure stand $where', ({ response, output }) => {
    expect(readCommandResult(endedCommand(response))).toEqual({
      kind: 'command',
      hookEvent: 'PostToolUse',
      report: { ...about, event: 'success', output, exitCode: 0 },
    });
  });

  it('is looked up when the agent tells what it printed as one text, and not how it ended', () => {
    expect(readCommandResult(endedCommand(failedOutput))).toMatchObject({
      report: { event: 'unknown', output: failedOutput },
    });
    // The fixture names a transcript, in which the end stands.
    expect(readCommandResult(endedCommand('ok 12 tests'))).toMatchObject({ report: { event: 'unknown' } });
    expect(readCommandResult(endedCommand(''))).toEqual({ kind: 'nothing', reason: 'passed' });
  });

  it.each([
    { when: 'it says nothing of failure', response: { stdout: 'ok 12 tests', stderr: '' } },
    { when: 'it is silent', response: { stdout: '', stderr: '' } },
    { when: 'it was interrupted', response: { stdout: failedOutput, interrupted: true } },
    { when: 'it goes on behind', response: { stdout: failedOutput, backgroundTaskId: 'b1' } },
    { when: 'it is an image', response: { stdout: 'error', isImage: true } },
    {
      when: 'its exit code is no failure',
      response: { stdout: failedOutput, returnCodeInterpretation: 'No matches found' },
    },
    { when: 'the response is of no known form', response: [failedOutput] },
    { when: 'the response is missing', response: null },
  ])('is not when $when', ({ response }) => {
    expect(reasonOf(endedCommand(response))).toBe('passed');
  });
});

it('takes any JSON there is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (input) => {
      expect(reasonOf(input)).toBe('no command');
    }),
  );
});

it('takes any value in any field', () => {
  const names = Object.keys({ ...failedCommand(), ...endedCommand() });
  const fields = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
  fc.assert(
    fc.property(fields, fc.boolean(), (changed, failed) => {
      readCommandResult(failed ? failedCommand(changed) : endedCommand({}, changed));
    }),
  );
});
