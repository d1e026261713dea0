import { describe, expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

const failedOutput = (line: number) =>
  `✖ adds (${line}.5ms)\n  TypeError: add is not a function\n    at add.test.js:${line}:3\nℹ pass 0\nℹ fail 1\n`;

function lines(...events: readonly object[]): string {
  return ['not JSON', 'null', ...events.map((event) => JSON.stringify(event))].join('\n');
}

describe('of Claude Code', () => {
  const call = (name: string) => ({ type: 'assistant', message: { content: [{ type: 'tool_use', name }] } });
  const result = (content: unknown) => ({
    type: 'user',
    message: { content: [{ type: 'tool_result', content }] },
  });

  it('reads calls by tool, failures that come again, and all tokens once', () => {
    const stdout = lines(
      { type: 'system', subtype: 'init' },
      call('Bash'),
      result(failedOutput(1)),
      call('Edit'),
      result('done'),
      call('Bash'),
      result([{ type: 'text', text: failedOutput(2) }]),
      call('Bash'),
      result('ℹ pass 1\nℹ fail 0\n'),
      {
        type: 'result',
        usage: {
          input_tokens: 5,
          cache_creation_input_tokens: 100,
          cache_read_input_tokens: 1_000,
          output_tokens: 20,
        },
      },
    );
    expect(readEvents(stdout)).toEqual({
      toolCalls: { Bash: 3, Edit: 1 },
      repeatedFailures: 1,
      tokens: 1_125,
    });
  });

  it('counts no failure as repeated when another one came of the change', () => {
    const other = failedOutput(1).replace('TypeError: add is not a function', 'AssertionError: 3 !== 4');
    expect(readEvents(lines(call('Bash'), result(failedOutput(1)), result(other)))).toMatchObject({
      repeatedFailures: 0,
    });
  });
});

it('reads the items and turns of Codex', () => {
  const ran = (line: number) => ({
    type: 'item.completed',
    item: { type: 'command_execution', aggregated_output: failedOutput(line), exit_code: 1 },
  });
  const stdout = lines(
    { type: 'thread.started' },
    { type: 'item.started', item: { type: 'command_execution' } },
    ran(1),
    { type: 'item.completed', item: { type: 'file_change' } },
    { type: 'item.completed', item: { type: 'agent_message', text: 'Done.' } },
    { type: 'item.completed', item: { type: 'mcp_tool_call', tool: 'recall' } },
    ran(7),
    { type: 'turn.completed', usage: { input_tokens: 90, cached_input_tokens: 80, output_tokens: 10 } },
    { type: 'turn.completed', usage: { input_tokens: 9, output_tokens: 1 } },
  );
  expect(readEvents(stdout)).toEqual({
    toolCalls: { command_execution: 2, file_change: 1, recall: 1 },
    repeatedFailures: 1,
    tokens: 110,
  });
});

it.each(['', 'I fixed it.', '{"type":"hello"}'])('is told nothing by %j', (stdout) => {
  expect(readEvents(stdout)).toEqual({
    toolCalls: undefined,
    repeatedFailures: undefined,
    tokens: undefined,
  });
});
