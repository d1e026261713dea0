import { join } from 'node:path';
import { fieldsOf, type JsonFields, parsedJson, textOf } from '../../text/json/fields.ts';
import { type Agent, type EndedShell, inFolder } from '../agent.ts';

/**
 * By the documents of Cursor (hooks of version 1, 2026). Words of a hook reach the model at the start of a session and
 * after a tool, not at a prompt or before an edit.
 */
export const cursor: Agent = {
  places: ({ userHome }) => inFolder(join(userHome, '.cursor'), 'mcp.json', userHome, 'hooks.json'),
  projectPlaces: { servers: ['.cursor', 'mcp.json'], hooks: ['.cursor', 'hooks.json'] },
  server: {
    member: 'mcpServers',
    hasComments: true,
    entry: (command, args) => ({ type: 'stdio', command, args }),
  },
  hooks: {
    layout: 'list',
    events: { sessionStart: {}, postToolUse: { matcher: 'Shell' } },
    handler: ({ line }) => ({ command: line, timeout: 5 }),
    report: {
      events: { SessionStart: 'sessionStart', PostToolUse: 'postToolUse' },
      shells: ['Shell'],
      editors: [],
      paths: [],
      ended,
    },
    answer: (_, text) => ({ additional_context: text }),
    note: 'Cursor runs hooks since 1.7, and hands its model what they say at the start of a session and after a command.',
  },
};

/** The result of the tool as a text of JSON. */
function ended(told: JsonFields): EndedShell | undefined {
  const text = textOf(told.tool_output) ?? '';
  const result = fieldsOf(parsedJson(text) ?? { output: text });
  const output = [textOf(result.stdout) ?? textOf(result.output), textOf(result.stderr)];
  const { exitCode = result.exit_code } = result;
  return {
    output: output.filter(Boolean).join('\n'),
    ...(typeof exitCode === 'number' ? { exitCode } : {}),
  };
}
