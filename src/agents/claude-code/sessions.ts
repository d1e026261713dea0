import { join } from 'node:path';
import { defined } from '../../model/defined.ts';
import type { FileEdit, SessionEvent } from '../../model/session.ts';
import type { CarriedFacts, LineReading } from '../../ports/transcript-source.ts';
import { fieldsOf, isFields, type JsonFields, textOf } from '../../text/json/fields.ts';
import { changedLines } from '../../text/line-changes.ts';
import { type AgentSessions, chosenFolder } from '../agent.ts';
import { outputText, patchedFile, readTaskChange, sessionOf, timeOf } from '../told-values.ts';

/** Words of Claude Code in the user's mouth: commands, their output, reminders, the summary of an earlier session. */
const notTyped =
  /^(?:Caveat: The messages below|This session is being continued from a previous|\[Request interrupted|<(?:local-)?command-)/;
const insertedBlock = /<([a-z][a-z0-9]*(?:-[a-z0-9]+)+)>[\s\S]{0,200000}?<\/\1>/g;

/** Sessions of Claude Code: a file each, in a folder for each project. */
export const claudeCodeSessions: AgentSessions = {
  place: (lookup) =>
    join(chosenFolder(lookup, 'CLAUDE_CONFIG_DIR') ?? join(lookup.userHome, '.claude'), 'projects'),
  wrote: () => true,
  readLine: readClaudeCodeLine,
};

/** Undefined for a line of another program. */
export function readClaudeCodeLine(
  entry: JsonFields,
  line: number,
  known: CarriedFacts = {},
): LineReading | undefined {
  if (textOf(entry.type) === undefined) return undefined;
  const directory = textOf(entry.cwd);
  const session = sessionOf(entry.sessionId, known.session);
  const carried = defined({ directory, session });
  const message = fieldsOf(entry.message);
  const role = message.role ?? entry.type;
  if (entry.isMeta === true || entry.isCompactSummary === true || (role !== 'user' && role !== 'assistant'))
    return { events: [], carried };
  const atMs = timeOf(entry.timestamp);
  const moment = {
    line,
    ...defined({ atMs, directory }),
    ...(entry.isSidechain === true ? { isSubagent: true as const } : {}),
  };
  const by = role === 'user' ? 'user' : 'agent';
  const parts =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
  if (!Array.isArray(parts)) return { events: [], carried };
  const events = parts.filter(isFields).flatMap((part): readonly SessionEvent[] => {
    if (part.type === 'text')
      return said(textOf(part.text) ?? '', by).map((text) => ({ ...moment, kind: 'said', by, text }));
    if (part.type === 'tool_use') return [{ ...moment, kind: 'call', ...callOf(part) }];
    if (part.type !== 'tool_result') return [];
    const output = outputText(part.content);
    const callId = textOf(part.tool_use_id) ?? '';
    const { filePath, structuredPatch } = fieldsOf(entry.toolUseResult);
    const edits = patchedFile(filePath, structuredPatch);
    return [
      { ...moment, kind: 'result', callId, output, isError: part.is_error === true, ...(edits && { edits }) },
    ];
  });
  return { events, carried };
}

function said(text: string, by: 'user' | 'agent'): readonly string[] {
  if (by === 'agent') return text.trim() === '' ? [] : [text];
  const typed = text.replace(insertedBlock, '').trim();
  return typed === '' || notTyped.test(typed) ? [] : [typed];
}

function callOf(part: JsonFields) {
  const input = fieldsOf(part.input);
  const tool = textOf(part.name) ?? '';
  const command = tool === 'Bash' ? textOf(input.command) : undefined;
  const tasks = readTaskChange(tool, input);
  return {
    callId: textOf(part.id) ?? '',
    edits: editsOf(tool, input),
    ...defined({ command, tasks }),
  };
}

function editsOf(tool: string, input: JsonFields): readonly FileEdit[] {
  if (!/^(?:Edit|Write|MultiEdit|NotebookEdit)$/.test(tool)) return [];
  const path = textOf(input.file_path) ?? textOf(input.notebook_path);
  if (path === undefined) return [];
  const changes = Array.isArray(input.edits) ? input.edits.map(fieldsOf) : [input];
  const lines = changes.map((change) =>
    changedLines(
      textOf(change.old_string) ?? '',
      textOf(change.new_string) ?? textOf(change.content) ?? textOf(change.new_source) ?? '',
    ),
  );
  return [
    { path, added: lines.flatMap(({ added }) => added), removed: lines.flatMap(({ removed }) => removed) },
  ];
}
