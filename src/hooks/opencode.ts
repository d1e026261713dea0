// OpenCode loads this file as a plugin, from the file that `setup` writes: it starts our hook at the moments at which
// others start it themselves, and hands the model its words. In OpenCode's own process, it never throws and waits for
// no hook for long.

import { askHook, type StartedHook } from '../open/ask-hook.ts';

interface Part {
  readonly id: string;
  readonly sessionID: string;
  readonly messageID: string;
  readonly type: string;
  readonly text?: string;
  readonly synthetic?: boolean;
}

interface ToolCall {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
}

interface SessionEvent {
  readonly type: string;
  readonly properties?: {
    readonly sessionID?: string;
    readonly info?: { readonly id?: string; readonly parentID?: string };
  };
}

/** Tools that change files, as our reader of hooks knows them. */
const editOf: Readonly<Record<string, (args: Readonly<Record<string, unknown>>) => object>> = {
  edit: ({ filePath }) => ({ tool_name: 'Edit', tool_input: { file_path: filePath } }),
  write: ({ filePath }) => ({ tool_name: 'Write', tool_input: { file_path: filePath } }),
  apply_patch: ({ patchText }) => ({ tool_name: 'apply_patch', tool_input: { input: patchText } }),
};

/** The hooks of a plugin of OpenCode, as its types say (`@opencode-ai/plugin`). */
export function connect(started: StartedHook) {
  return async ({ directory }: { readonly directory: string }) => {
    /** Why a session starts that was told nothing since. */
    const starting = new Map<string, 'startup' | 'compact'>();
    /** The answer about a file that is being edited, by the call. */
    const edits = new Map<string, Promise<string>>();
    const ask = (sessionId: string, event: object) =>
      askHook(started, { session_id: sessionId, cwd: directory, ...event });

    return {
      event: async ({ event: { type, properties } }: { readonly event: SessionEvent }) => {
        const id = properties?.sessionID ?? properties?.info?.id;
        if (id === undefined) return;
        if (type === 'session.created' && properties?.info?.parentID === undefined)
          starting.set(id, 'startup');
        if (type === 'session.compacted') starting.set(id, 'compact');
      },

      'chat.message': async (
        { sessionID }: { readonly sessionID: string },
        { parts }: { readonly parts: Part[] },
      ) => {
        const first = parts.find(({ type, synthetic }) => type === 'text' && !synthetic);
        if (first === undefined) return;
        const source = starting.get(sessionID);
        starting.delete(sessionID);
        const told = await Promise.all([
          source === undefined ? '' : ask(sessionID, { hook_event_name: 'SessionStart', source }),
          ask(sessionID, { hook_event_name: 'UserPromptSubmit', prompt: first.text }),
        ]);
        for (const [index, text] of told.entries()) {
          if (text !== '') parts.push({ ...first, id: `${first.id}${index}`, text, synthetic: true });
        }
      },

      'tool.execute.before': async (
        { tool, sessionID, callID }: ToolCall,
        { args = {} }: { readonly args?: Readonly<Record<string, unknown>> },
      ) => {
        const edit = Object.hasOwn(editOf, tool) ? editOf[tool]?.(args) : undefined;
        if (edit !== undefined) edits.set(callID, ask(sessionID, { hook_event_name: 'PreToolUse', ...edit }));
      },

      'tool.execute.after': async (
        { tool, sessionID, callID, args }: ToolCall & { readonly args?: Record<string, unknown> },
        result: { output: string; readonly metadata?: { readonly exit?: number | null } },
      ) => {
        const edit = edits.get(callID);
        edits.delete(callID);
        const text =
          tool === 'bash'
            ? await ask(sessionID, { tool_use_id: callID, ...commandEnded(args, result) })
            : await edit;
        if (text) result.output += `\n\n${text}`;
      },
    };
  };
}

function commandEnded(
  args: Record<string, unknown> | undefined,
  { output, metadata }: { readonly output: string; readonly metadata?: { readonly exit?: number | null } },
): object {
  const call = {
    tool_name: 'Bash',
    tool_input: { command: args?.command },
    ...(typeof args?.workdir === 'string' ? { cwd: args.workdir } : {}),
  };
  // Undefined or null: it was stopped.
  return metadata?.exit
    ? { hook_event_name: 'PostToolUseFailure', ...call, error: `Exit code ${metadata.exit}\n${output}` }
    : { hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: output } };
}
