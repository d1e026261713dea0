import { expect, it } from 'vitest';
import { endingBytes, readCodexEnding } from './sessions.ts';

const call = 'call_7';
const lineOf = (type: string, payload: object) => `${JSON.stringify({ timestamp: 't', type, payload })}\n`;
const answered = (output: unknown) =>
  lineOf('response_item', { type: 'function_call_output', call_id: call, output });
const executed = (id: string, code: number, output = '') =>
  lineOf('event_msg', {
    type: 'item_completed',
    item: { type: 'CommandExecution', id, aggregated_output: output, exit_code: code },
  });

/** The part of a rollout that the hook reads. */
const endOf = (text: string) => text.slice(-endingBytes);

it.each([
  ['as its last line has it when the hook runs', executed(call, 3), 3],
  ['of the call that is asked about', `${executed(call, 3)}${executed('call_8', 0)}`, 3],
  ['of the latest of its lines', `${executed(call, 3)}${executed(call, 0)}`, 0],
  ['of an event', lineOf('event_msg', { type: 'exec_command_end', call_id: call, exit_code: 2 }), 2],
  ['in the output as JSON', answered(JSON.stringify({ output: 'x', metadata: { exit_code: 4 } })), 4],
  [
    'behind a long output of another call',
    `${executed('call_6', 0, 'x'.repeat(2_000_000))}${executed(call, 5)}`,
    5,
  ],
  ['before a torn line', `${executed(call, 6)}{"type":"event_msg","payload":{"call_id":"${call}`, 6],
])('reads the exit code %s', (_, text, exitCode) => {
  expect(readCodexEnding(endOf(text), call)?.exitCode).toBe(exitCode);
});

it.each([['Exit code: 1\nWall time: 0.1 seconds\nOutput:\nx'], ['Process exited with code 1\nOutput:\nx']])(
  'leaves an exit code that stands in the output to who reads that: %j',
  (output) => {
    expect(readCodexEnding(endOf(answered([{ type: 'input_text', text: output }])), call)).toMatchObject({
      output,
    });
  },
);

it.each([
  ['is empty', ''],
  ['is no JSON', 'call_7\n[]\n"call_7"\nnull\n'],
  ['has only the call', lineOf('response_item', { type: 'function_call', call_id: call, arguments: '{}' })],
  ['has lost the beginning of the line', executed(call, 1, 'x'.repeat(2_000_000))],
])('says nothing where the transcript %s', (_, text) => {
  expect(readCodexEnding(endOf(text), call)).toBeUndefined();
});
