import { readFileSync, writeFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { sessions as forms } from '../../src/agents/sessions.ts';
import type { ResultEvent, SessionAgent, SessionEvent } from '../../src/index.ts';

/** Moments at which an agent asks its hooks. */
type Moment = 'start' | 'prompt' | 'before_edit' | 'before_command' | 'read' | 'after_command' | 'stop';

/** A moment of a recorded session, and what the agent was told at it. */
export interface PlayedMoment {
  readonly moment: Moment;
  readonly subject: string;
  /** Output of a command. */
  readonly output: string;
  readonly failed: boolean;
  readonly text: string;
  readonly tokens: number;
}

interface Played {
  readonly path: string;
  readonly agent: SessionAgent;
  readonly session: string;
  /** Working tree in which the hooks are asked. */
  readonly folder: string;
  /** A recorded path as it lies in that tree. */
  readonly placeOf: (path: string) => string;
  /** The time at which the next line is written, milliseconds since 1970. */
  readonly nextMs: () => number;
}

/** Arguments of the hook, as the setup has the agent fill them in. */
type Report = Readonly<Record<string, string>>;

/** Calls the hook of a running server. */
export type AskHook = (report: Report) => Promise<string>;

/** The report of an agent at a moment. */
interface Reported extends Pick<PlayedMoment, 'moment' | 'subject'> {
  readonly report: Report;
  readonly output?: string;
  readonly failed?: boolean;
}

/**
 * Reports a recorded session to the hook of a running server, moment by moment, as its agent would have. The transcript gets the times
 * of the replay, which separate the acts before and after a told line.
 */
export async function playMoments(ask: AskHook, played: Played): Promise<readonly PlayedMoment[]> {
  const common = { session_id: played.session, cwd: played.folder, agent: played.agent };
  const moments: PlayedMoment[] = [];
  for (const { report, moment, subject, output = '', failed = false } of reportsOf(played)) {
    const line = await ask({ ...common, ...report });
    const { additionalContext = '', permissionDecisionReason = '' } =
      JSON.parse(line || '{}').hookSpecificOutput ?? {};
    const text: string = additionalContext || permissionDecisionReason;
    moments.push({ moment, subject, output, failed, text, tokens: text === '' ? 0 : countTokens(text) });
  }
  return moments;
}

function* reportsOf(played: Played): Generator<Reported> {
  const commands = new Map<string, string>();
  yield {
    ...{ moment: 'start', subject: '', report: { hook_event_name: 'SessionStart', source: 'startup' } },
  };
  for (const event of eventsOf(played)) {
    if (event.kind === 'said' && event.by === 'user') {
      const { text: subject } = event;
      yield { moment: 'prompt', subject, report: { hook_event_name: 'UserPromptSubmit', prompt: subject } };
    } else if (event.kind === 'read') {
      const report = ofTool('PostToolUse', 'Read', { file_path: event.path });
      yield { moment: 'read', subject: event.path, report };
    } else if (event.kind === 'call') {
      const { command, callId, edits } = event;
      if (command !== undefined) {
        commands.set(callId, command);
        const report = { ...ofTool('PreToolUse', 'Bash', { command }), tool_use_id: callId };
        yield { moment: 'before_command', subject: command, report };
      }
      for (const { path } of edits) {
        const report = ofTool('PreToolUse', 'Edit', { file_path: path });
        yield { moment: 'before_edit', subject: path, report };
      }
    } else if (event.kind === 'result') {
      const command = commands.get(event.callId);
      if (command !== undefined) yield resultReport(event, command);
    }
  }
  yield { moment: 'stop', subject: '', report: { hook_event_name: 'Stop' } };
}

function ofTool(event: string, tool: string, input: Report): Report {
  return { hook_event_name: event, tool_name: tool, ...input };
}

/** Codex tells its hooks no exit code, which they look for in the transcript; here both agents tell it. */
function resultReport({ output, callId, isError, exitCode }: ResultEvent, command: string): Reported {
  const code = exitCode ?? (isError ? 1 : 0);
  const failed = isError || code !== 0;
  const error = /^Exit code/.test(output) ? output : `Exit code ${code}\n${output}`;
  const ended = failed
    ? { ...ofTool('PostToolUseFailure', 'Bash', { command }), error }
    : { ...ofTool('PostToolUse', 'Bash', { command }), stdout: output };
  const report = { ...ended, tool_use_id: callId };
  return { moment: 'after_command', subject: command, report, output, failed };
}

type Entry = Readonly<Record<string, unknown>>;

interface ReadEvent {
  readonly kind: 'read';
  readonly path: string;
}

const written = /"timestamp": ?"[^"]*"/g;

/** The events of a transcript by the agent's reader, and the read files, which it leaves out. Paths are those of the tree. */
function* eventsOf({ path, agent, placeOf, nextMs }: Played): Generator<SessionEvent | ReadEvent> {
  let carried = {};
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const [at, text] of lines.entries()) {
    lines[at] = text.replace(written, `"timestamp":"${new Date(nextMs()).toISOString()}"`);
    const entry = parse(text);
    if (entry === undefined) continue;
    const read = forms[agent].readLine(entry, at + 1, carried);
    carried = { ...carried, ...read?.carried };
    for (const event of read?.events ?? []) {
      if (event.isSubagent) continue;
      if (event.kind !== 'call') yield event;
      else yield { ...event, edits: event.edits.map((edit) => ({ ...edit, path: placeOf(edit.path) })) };
    }
    for (const file of filesReadIn(entry)) yield { kind: 'read', path: placeOf(file) };
  }
  writeFileSync(path, lines.join('\n'));
}

function filesReadIn(entry: Entry): readonly string[] {
  const { content } = (entry.message ?? {}) as { readonly content?: unknown };
  if (!Array.isArray(content) || entry.isSidechain === true) return [];
  return content.flatMap((part) =>
    part.type === 'tool_use' && part.name === 'Read' ? [String(part.input?.file_path ?? '')] : [],
  );
}

function parse(text: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(text);
    return typeof entry === 'object' && entry !== null ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}
