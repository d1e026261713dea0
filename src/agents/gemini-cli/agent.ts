import { join } from 'node:path';
import { fieldsOf, textOf } from '../../text/json/fields.ts';
import { type Agent, inFolder } from '../agent.ts';

/** Played with Gemini CLI 0.61.0; its package holds the reference (`bundle/docs/hooks/reference.md`). Times in milliseconds. */
export const geminiCli: Agent = {
  places: ({ userHome }) => inFolder(join(userHome, '.gemini'), 'settings.json', userHome, 'settings.json'),
  projectPlaces: { servers: ['.gemini', 'settings.json'], hooks: ['.gemini', 'settings.json'] },
  server: { member: 'mcpServers', hasComments: true, entry: (command, args) => ({ command, args }) },
  hooks: {
    layout: 'groups',
    events: {
      SessionStart: {},
      BeforeAgent: {},
      AfterTool: { matcher: 'run_shell_command|write_file|replace' },
    },
    // Its shell on Windows is PowerShell, which takes a quoted word for a text.
    handler: ({ line, isWindows }) => ({
      name: 'afterwit',
      type: 'command',
      command: isWindows ? `& ${line}` : line,
      timeout: 5_000,
    }),
    report: {
      events: {
        SessionStart: 'SessionStart',
        UserPromptSubmit: 'BeforeAgent',
        // Before a tool it takes no words.
        PreToolUse: 'AfterTool',
        PostToolUse: 'AfterTool',
      },
      shells: ['run_shell_command'],
      editors: ['write_file', 'replace'],
      paths: ['file_path'],
      ended: (told) => readShellOutput(textOf(fieldsOf(told.tool_response).llmContent) ?? ''),
      // Without a terminal, a hook's words at the start stand before the first prompt.
      prompt: withoutHookContext,
    },
    note: 'The hooks need Gemini CLI 0.26 or later.',
  },
};

const wrapper = /^<untrusted_context>\n([\s\S]*)\n<\/untrusted_context>\s*$/;
const ending =
  /(?:\nExit Code: (\d+))?(?:\nSignal: [^\n]*)?(?:\nBackground PIDs: [^\n]*)?(?:\nProcess Group PGID: \d+)?$/;

/** A text: `Output: `, the output, and lines on its end. An exit code of 0 is not written. */
export function readShellOutput(content: string): { output: string; exitCode: number } | undefined {
  const text = wrapper.exec(content)?.[1] ?? content;
  if (!text.startsWith('Output: ')) return undefined;
  const end = ending.exec(text);
  const output = text.slice('Output: '.length, end?.index);
  return { output: output === '(empty)' ? '' : output, exitCode: Number(end?.[1] ?? 0) };
}

export function withoutHookContext(prompt: string): string {
  return prompt.replace(/^<hook_context>[\s\S]*?<\/hook_context>\s*/, '');
}
