import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../model/session.ts';
import { isFields, type JsonFields } from '../text/json/fields.ts';
import { readClaudeCodeLine } from './claude-code/sessions.ts';
import { readCodexLine } from './codex/sessions.ts';
import { readGeminiLine } from './gemini-cli/sessions.ts';
import { readOpenCodeRow } from './opencode/sessions.ts';

const words = fc.constantFrom(
  ...['user', 'assistant', 'response_item', 'event_msg', 'session_meta', 'message', 'function_call'],
  ...[
    'function_call_output',
    'custom_tool_call',
    'local_shell_call',
    'tool_use',
    'tool_result',
    'text',
    'Bash',
    'Edit',
    ...[
      'tool',
      'bash',
      'edit',
      'apply_patch',
      'completed',
      'gemini',
      'run_shell_command',
      'replace',
      'success',
    ],
  ],
  ...[
    '{"output":"x","metadata":{"exit_code":1}}',
    '*** Begin Patch\n*** Update File: a\n+x',
    '{"command":["bash","-lc"]}',
  ],
);
const names = fc.constantFrom(
  ...[
    'type',
    'payload',
    'message',
    'role',
    'content',
    'name',
    'input',
    'command',
    'edits',
    'file_path',
    'old_string',
  ],
  ...[
    'output',
    'arguments',
    'action',
    'call_id',
    'id',
    'tool_use_id',
    'cwd',
    'timestamp',
    'is_error',
    'text',
    'cmd',
    ...['part', 'tool', 'state', 'status', 'callID', 'filePath', 'metadata', 'diff', 'exit', 'directory'],
    ...['toolCalls', 'args', 'result', 'resultDisplay', 'fileDiff', '$set', 'messages', 'displayContent'],
  ],
);

/** Objects of the right names with whatever in them. */
const { entry } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    words,
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('entry'),
  ),
  entry: fc.dictionary(names, tie('value'), { maxKeys: 7 }),
}));

function isWhole(event: SessionEvent): boolean {
  if (event.kind === 'said') return typeof event.text === 'string';
  if (event.kind === 'result') return typeof event.output === 'string' && typeof event.isError === 'boolean';
  return (
    (event.command === undefined || typeof event.command === 'string') &&
    event.edits.every(({ path, added, removed }) =>
      [path, ...added, ...removed].every((text) => typeof text === 'string'),
    )
  );
}

describe('a line of any content', () => {
  it.each([
    ['Claude Code', (line: JsonFields) => readClaudeCodeLine(line, 1)],
    ['Codex', (line: JsonFields) => readCodexLine(line, 1, {})],
    ['Gemini CLI', (line: JsonFields) => readGeminiLine(line, 1, {})],
    ['OpenCode', (row: JsonFields) => readOpenCodeRow(row, 1)],
  ])('is read as events of %s, or not at all', (_, read) => {
    fc.assert(
      fc.property(entry, (line) => {
        const fields = JSON.parse(JSON.stringify(line));
        expect(isFields(fields)).toBe(true);
        expect(read(fields)?.events.every(isWhole) ?? true).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
