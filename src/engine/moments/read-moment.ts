import { fieldsOf, type JsonFields, textOf } from '../../text/json/fields.ts';

/** A moment of an agent's session at which it may be told something, as its hook reports it. */
export interface ReportedMoment {
  readonly kind: 'moment';
  /** As the agent calls it; the answer repeats it. */
  readonly hookEvent: 'SessionStart' | 'UserPromptSubmit' | 'PreToolUse' | 'PostToolUse' | 'PreCompact';
  readonly about: MomentSubject;
  readonly cwd?: string;
  readonly session?: string;
}

export type MomentSubject =
  | { readonly kind: 'session_start'; readonly mayRepeat: boolean }
  | { readonly kind: 'prompt'; readonly prompt: string; readonly paths: readonly string[] }
  /** `isRead`: a file was read, which comes before its change. */
  | { readonly kind: 'before_edit'; readonly paths: readonly string[]; readonly isRead?: true }
  | { readonly kind: 'before_command'; readonly command: string }
  | { readonly kind: 'before_compaction' };

/** A moment without anything to tell. */
interface NoMoment {
  readonly kind: 'nothing';
  readonly reason: string;
}

/** Reasons of a session's start, and whether its context is lost. A resumed or forked session has it all. */
const starts: Readonly<Record<string, { readonly mayRepeat: boolean }>> = {
  startup: { mayRepeat: false },
  clear: { mayRepeat: true },
  compact: { mayRepeat: true },
};

/** Authors of prompts that a person stands behind; an agent that names none is an earlier version. */
const authors: ReadonlySet<string> = new Set(['user', 'sdk']);

/** Tools that change files, and the argument that names one. */
const editors: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  Write: 'file_path',
  MultiEdit: 'file_path',
  NotebookEdit: 'notebook_path',
};

/** Files that a patch in the words of Codex adds or changes. */
const patchedFile = /^\*\*\* (?:Update|Add) File: (.{1,4096})$/gm;
const mostPatched = 4;

/** A path in a prompt: with a folder, or with an ending. */
const pathLike = /(?:[\w@+-][\w.@+-]*\/)*[\w@+-][\w.@+-]*\.[A-Za-z]\w{0,9}(?![\w/])/g;
const longestPrompt = 20_000;
const mostNamed = 3;

/**
 * Reads the input of a hook; undefined for another event. Reads and checks the used fields only: other versions of an agent
 * send more, fewer or other fields.
 */
export function readMoment(input: unknown): ReportedMoment | NoMoment | undefined {
  const fields = fieldsOf(input);
  const found = readSubject(fields);
  if (found === undefined || found.kind === 'nothing') return found;
  const cwd = textOf(fields.cwd);
  const session = textOf(fields.session_id);
  return { kind: 'moment', ...found.moment, ...(cwd ? { cwd } : {}), ...(session ? { session } : {}) };
}

type Found =
  | { readonly kind: 'found'; readonly moment: Pick<ReportedMoment, 'hookEvent' | 'about'> }
  | NoMoment
  | undefined;

function readSubject(fields: JsonFields): Found {
  switch (fields.hook_event_name) {
    case 'SessionStart':
      return readStart(textOf(fields.source) ?? 'startup');
    case 'UserPromptSubmit':
      return readPrompt(textOf(fields.prompt) ?? '', textOf(fields.source));
    case 'PreToolUse':
      return readCall(textOf(fields.tool_name) ?? '', fieldsOf(fields.tool_input));
    case 'PostToolUse':
      return fields.tool_name === 'Read' ? readRead(fieldsOf(fields.tool_input)) : undefined;
    case 'PreCompact':
      return moment('PreCompact', { kind: 'before_compaction' });
    default:
      return undefined;
  }
}

function readStart(source: string): Found {
  const start = Object.hasOwn(starts, source) ? starts[source] : undefined;
  return start === undefined
    ? nothing('the session goes on')
    : moment('SessionStart', { kind: 'session_start', ...start });
}

function readPrompt(prompt: string, author: string | undefined): Found {
  if (author !== undefined && !authors.has(author)) return nothing('no user typed the prompt');
  return prompt.trim() === ''
    ? nothing('the prompt is empty')
    : moment('UserPromptSubmit', { kind: 'prompt', prompt, paths: pathsNamedIn(prompt) });
}

function pathsNamedIn(prompt: string): readonly string[] {
  const named = prompt.slice(0, longestPrompt).match(pathLike) ?? [];
  return [...new Set(named)].slice(0, mostNamed);
}

function readRead(input: JsonFields): Found {
  const path = textOf(input.file_path);
  return path?.trim()
    ? moment('PostToolUse', { kind: 'before_edit', paths: [path], isRead: true })
    : nothing('no file is read');
}

function readCall(tool: string, input: JsonFields): Found {
  const command = textOf(input.command);
  if (tool === 'Bash' && command?.trim()) return moment('PreToolUse', { kind: 'before_command', command });
  const paths = pathsOf(tool, input);
  return paths.length === 0
    ? nothing('no file is edited')
    : moment('PreToolUse', { kind: 'before_edit', paths });
}

function pathsOf(tool: string, input: JsonFields): readonly string[] {
  if (tool === 'apply_patch') {
    const patch = textOf(input.command) ?? textOf(input.input) ?? '';
    const named = [...patch.matchAll(patchedFile)].map(([, path = '']) => path.trim());
    return [...new Set(named)].slice(0, mostPatched);
  }
  const argument = Object.hasOwn(editors, tool) ? editors[tool] : undefined;
  const path = argument === undefined ? undefined : textOf(input[argument]);
  return path?.trim() ? [path] : [];
}

function moment(hookEvent: ReportedMoment['hookEvent'], about: MomentSubject): Found {
  return { kind: 'found', moment: { hookEvent, about } };
}

function nothing(reason: string): NoMoment {
  return { kind: 'nothing', reason };
}
