import { join } from 'node:path';
import { fieldsOf, type JsonFields, textOf } from '../../text/json/fields.ts';
import { type Agent, type AgentLookup, chosenFolder, type EndedShell, inFolder, rootOf } from '../agent.ts';

/**
 * Played with Copilot CLI 1.0.102. VS Code reads its file of hooks as well, but ignores the matchers. Events with Claude
 * Code's names are reported in Claude Code's fields.
 */
export const copilotCli: Agent = {
  places: (lookup) => {
    const folder = copilotFolder(lookup);
    const places = inFolder(folder, 'mcp-config.json', rootOf(folder, lookup));
    return { ...places, hooks: copilotHooks(lookup) };
  },
  server: {
    member: 'mcpServers',
    entry: (command, args) => ({ type: 'local', command, args, tools: ['*'] }),
  },
  hooks: {
    layout: 'list',
    events: {
      SessionStart: {},
      UserPromptSubmit: {},
      PreToolUse: { matcher: 'create|edit' },
      PostToolUse: { matcher: 'bash|powershell' },
    },
    handler: ({ line, isWindows }) => ({
      type: 'command',
      ...(isWindows ? { powershell: `& ${line}` } : { bash: line }),
      timeoutSec: 5,
    }),
    report: {
      events: {
        SessionStart: 'SessionStart',
        UserPromptSubmit: 'UserPromptSubmit',
        PreToolUse: 'PreToolUse',
        PostToolUse: 'PostToolUse',
      },
      shells: ['Bash', 'bash', 'powershell', 'run_in_terminal', 'runTerminalCommand'],
      editors: [
        'Write',
        'Edit',
        'create',
        'edit',
        'create_file',
        'replace_string_in_file',
        'insert_edit_into_file',
      ],
      paths: ['path', 'file_path', 'filePath'],
      ended,
      // VS Code, whose Local harness takes none then.
      prompt: (prompt, told) => (told.hookEventName === undefined ? prompt : ''),
    },
    // Copilot CLI takes the first everywhere but before a tool is used; VS Code takes the second everywhere.
    answer: (event, text) => ({
      additionalContext: text,
      hookSpecificOutput: { hookEventName: event, additionalContext: text },
    }),
    note: 'Copilot CLI and VS Code run the same hooks: ~/.copilot/hooks/afterwit.json.',
  },
};

const ending = /\n?<shellId: \S{1,80} completed with exit code (\d+)>\s*$/;

/** A text, whose last line of Copilot CLI says how the command ended. */
function ended(told: JsonFields): EndedShell | undefined {
  const printed = textOf(fieldsOf(told.tool_result).text_result_for_llm) ?? textOf(told.tool_response);
  if (printed === undefined) return undefined;
  const end = ending.exec(printed);
  return end === null
    ? { output: printed }
    : { output: printed.slice(0, end.index), exitCode: Number(end[1]) };
}

function copilotFolder(lookup: AgentLookup): string {
  return chosenFolder(lookup, 'COPILOT_HOME') ?? join(lookup.userHome, '.copilot');
}

/** A file of ours alone, in the folder of which Copilot CLI and VS Code run every file. */
export function copilotHooks(lookup: AgentLookup): string {
  return join(copilotFolder(lookup), 'hooks', 'afterwit.json');
}
