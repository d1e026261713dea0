interface Part {
  readonly type?: string;
  readonly id?: string;
  readonly name?: string;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly text?: string;
  readonly content?: unknown;
  readonly input?: Readonly<Record<string, unknown>>;
}

interface ClaudeCodeEntry {
  readonly type?: string;
  readonly cwd?: string;
  readonly sessionId?: string;
  readonly timestamp?: string;
  readonly isMeta?: boolean;
  readonly isSidechain?: boolean;
  readonly message?: { readonly role?: string; readonly content?: string | readonly Part[] };
}

/** How Codex reports a command: its lead lines, or, of one that failed in its sandbox, that this denied something. */
export type CodexReport = 'lead_lines' | 'sandbox_wrapper';

/**
 * A session of Claude Code as Codex would have written it, line for line, so that labels by line still hold. Both must teach the same.
 */
export function asCodexSession(text: string, report: CodexReport): string {
  let began = false;
  const tools = new Map<string, string>();
  return text
    .split('\n')
    .map((line) => {
      if (line.trim() === '') return line;
      const entry = JSON.parse(line) as ClaudeCodeEntry;
      const { timestamp, cwd, sessionId: id } = entry;
      const write = (type: string, payload: object) => JSON.stringify({ timestamp, type, payload });
      if (!began && cwd !== undefined && id !== undefined) {
        began = true;
        return write('session_meta', { id, cwd });
      }
      if (entry.isMeta || entry.isSidechain) return write('turn_context', { cwd });
      const content = entry.message?.content ?? [];
      const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
      const part = parts.find(({ type }) => type === 'tool_use' || type === 'tool_result') ?? parts[0];
      const payload = part && itemOf(part, entry.message?.role, { tools, report });
      if (payload === undefined) return write('turn_context', { cwd });
      return write('message' in payload ? 'event_msg' : 'response_item', payload);
    })
    .join('\n');
}

interface Wearing {
  /** Tools of the calls so far, by call. */
  readonly tools: Map<string, string>;
  readonly report: CodexReport;
}

function itemOf(part: Part, role: string | undefined, { tools, report }: Wearing): object | undefined {
  if (part.type === 'text')
    return role === 'user'
      ? { type: 'user_message', message: part.text }
      : { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: part.text }] };
  if (part.type === 'tool_use') {
    const { id: callId = '', name = '', input = {} } = part;
    tools.set(callId, name);
    if (name === 'Bash') {
      const words = JSON.stringify({ command: ['bash', '-lc', input.command] });
      return { type: 'function_call', name: 'shell', arguments: words, call_id: callId };
    }
    const patch = patchOf(input);
    if (patch === undefined) return undefined;
    return { type: 'custom_tool_call', name: 'apply_patch', input: patch, call_id: callId };
  }
  if (part.type !== 'tool_result') return undefined;
  const callId = part.tool_use_id ?? '';
  const told = outputOf(part);
  if (tools.get(callId) !== 'Bash')
    return part.is_error
      ? {
          type: 'custom_tool_call_output',
          call_id: callId,
          output: `apply_patch verification failed: ${told}`,
        }
      : { type: 'custom_tool_call_output', call_id: callId, output: 'Success.' };
  return { type: 'function_call_output', call_id: callId, output: reported(told, part, report) };
}

function reported(told: string, { is_error: isError }: Part, report: CodexReport): string {
  const [, code, output = told] = /^Exit code (\d+)\n?([\s\S]*)$/.exec(told) ?? [];
  if (isError && code === undefined) return 'exec command rejected by user';
  if (report === 'sandbox_wrapper' && code !== undefined)
    return `failed in sandbox LinuxSeccomp with execution error: sandbox denied exec error, exit code: ${code}, stdout: ${output}, stderr: `;
  return `Exit code: ${code ?? 0}\nWall time: 0.4 seconds\nOutput:\n${output}`;
}

function outputOf({ content }: Part): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(({ text = '' }: Part) => text).join('\n') : '';
}

function patchOf({
  file_path: path,
  old_string: old,
  new_string: fresh,
  content,
  edits,
}: NonNullable<Part['input']>) {
  if (typeof path !== 'string') return undefined;
  const marked = (text: unknown, mark: string) =>
    typeof text === 'string' && text !== '' ? text.split('\n').map((line) => `${mark}${line}`) : [];
  if (typeof content === 'string')
    return ['*** Begin Patch', `*** Add File: ${path}`, ...marked(content, '+'), '*** End Patch'].join('\n');
  const changes = Array.isArray(edits)
    ? (edits as NonNullable<Part['input']>[])
    : [{ old_string: old, new_string: fresh }];
  const hunks = changes.flatMap((one) => [
    '@@',
    ...marked(one.old_string, '-'),
    ...marked(one.new_string, '+'),
  ]);
  return ['*** Begin Patch', `*** Update File: ${path}`, ...hunks, '*** End Patch'].join('\n');
}
