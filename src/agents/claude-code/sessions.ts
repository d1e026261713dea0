import { join } from 'node:path';
import { defined } from '../../model/defined.ts';
import type { EditedLines, FileEdit, SessionEvent } from '../../model/session.ts';
import type { LineReading } from '../../ports/transcript-source.ts';
import { fieldsOf, isFields, type JsonFields, textOf } from '../../text/json/fields.ts';
import { changedLines } from '../../text/line-changes.ts';
import { type AgentSessions, chosenFolder } from '../agent.ts';
import { outputText, readTaskChange, sessionOf, timeOf } from '../told-values.ts';

/** What Claude Code puts into the mouth of the user: commands, their output, reminders, the summary of an earlier session. */
const notTyped =
  /^(?:Caveat: The messages below|This session is being continued from a previous|\[Request interrupted|<(?:local-)?command-)/;
const insertedBlock = /<([a-z][a-z0-9]*(?:-[a-z0-9]+)+)>[\s\S]{0,200000}?<\/\1>/g;

/** Sessions of Claude Code: a file each, in a folder for each project. */
export const claudeCodeSessions: AgentSessions = {
  folder: (lookup) =>
    join(chosenFolder(lookup, 'CLAUDE_CONFIG_DIR') ?? join(lookup.userHome, '.claude'), 'projects'),
  wrote: () => true,
  readLine: readClaudeCodeLine,
};

/** Undefined for a line of another program. */
export function readClaudeCodeLine(entry: JsonFields, line: number): LineReading | undefined {
  if (textOf(entry.type) === undefined) return undefined;
  const directory = textOf(entry.cwd);
  const session = sessionOf(entry.sessionId);
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
    const edits = patchedFile(fieldsOf(entry.toolUseResult));
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

/** The patch that the client made of an edit. An edit asks for parts of lines; tabs at the beginning of a line are spaces here. */
function patchedFile({ filePath, structuredPatch }: JsonFields): readonly FileEdit[] | undefined {
  const path = textOf(filePath);
  if (path === undefined || !Array.isArray(structuredPatch) || structuredPatch.length === 0) return undefined;
  const hunks = structuredPatch.map(fieldsOf);
  const changes = hunks.flatMap(changesIn);
  const all = (side: 'added' | 'removed') => changes.flatMap((change) => change[side]).join('\n');
  const isPlaced = hunks.every(({ oldStart }) => typeof oldStart === 'number');
  return [{ path, ...changedLines(all('removed'), all('added')), ...(isPlaced && { changes }) }];
}

/** Lines that stand together, each with where it stood. */
function changesIn({ oldStart, lines }: JsonFields): readonly EditedLines[] {
  if (!Array.isArray(lines)) return [];
  const changes: { line: number; added: string[]; removed: string[] }[] = [];
  let line = Number(oldStart);
  let open: (typeof changes)[number] | undefined;
  for (const text of lines.filter((one) => typeof one === 'string')) {
    const mark = text.charAt(0);
    if (mark === '+' || mark === '-') {
      if (open === undefined) {
        open = { line, added: [], removed: [] };
        changes.push(open);
      }
      open[mark === '+' ? 'added' : 'removed'].push(text.slice(1));
    } else open = undefined;
    if (mark !== '+' && mark !== '\\') line += 1;
  }
  return changes;
}
