import { join } from 'node:path';
import { defined } from '../../model/defined.ts';
import type { FileEdit, SessionEvent } from '../../model/session.ts';
import type { CarriedFacts, LineReading } from '../../ports/transcript-source.ts';
import { fieldsOf, type JsonFields, textOf } from '../../text/json/fields.ts';
import { patchFiles } from '../../text/line-changes.ts';
import type { AgentSessions } from '../agent.ts';
import { editOf, outputText, patchedFile, readTaskChange, sessionOf } from '../told-values.ts';

const nothing = '(no output)';

/** Sessions of OpenCode: rows of one database, as 1.18.33 writes them. */
export const openCodeSessions: AgentSessions = {
  place: ({ environment, userHome }) =>
    join(environment.XDG_DATA_HOME || join(userHome, '.local', 'share'), 'opencode', 'opencode.db'),
  // Its rows lie in no file of lines.
  wrote: () => false,
  readLine: readOpenCodeRow,
};

/** Reads a part of a message, with the facts of its message and session; undefined for anything else. */
export function readOpenCodeRow(
  row: JsonFields,
  line: number,
  known: CarriedFacts = {},
): LineReading | undefined {
  const part = fieldsOf(row.part);
  const type = textOf(part.type);
  if (type === undefined) return undefined;
  const directory = textOf(row.cwd) ?? textOf(row.directory);
  const isSubagent = textOf(row.parent) !== undefined;
  const carried = defined({ directory, session: sessionOf(row.session, known.session) });
  const atMs = typeof row.at === 'number' ? row.at : undefined;
  const moment = { line, ...defined({ atMs, directory }), ...(isSubagent && { isSubagent }) } as const;
  if (type === 'tool') return { events: toolEvents(part, moment), carried };
  const text = textOf(part.text)?.trim() ?? '';
  // A synthetic text is OpenCode's own: a file that was named, a reminder.
  if (type !== 'text' || text === '' || part.synthetic === true || part.ignored === true)
    return { events: [], carried };
  const by = row.role === 'user' ? 'user' : 'agent';
  return { events: [{ ...moment, kind: 'said', by, text }], carried };
}

/** A call that did not end yet has no answer; a call that ended in a fault was refused, or never ran. */
function toolEvents(
  { tool, callID, state }: JsonFields,
  moment: Pick<SessionEvent, 'line' | 'atMs' | 'directory'>,
): readonly SessionEvent[] {
  const { status, input: told, output, metadata: more } = fieldsOf(state);
  if (status === 'error') return [];
  const [name, input, metadata] = [textOf(tool) ?? '', fieldsOf(told), fieldsOf(more)];
  const callId = textOf(callID) ?? '';
  const command = name === 'bash' ? textOf(input.command) : undefined;
  const directory = command === undefined ? undefined : textOf(input.workdir);
  const tasks = readTaskChange(name, input);
  const edits = editsOf(name, input);
  const call = { ...moment, ...defined({ directory, command, tasks }), kind: 'call', callId, edits } as const;
  if (status !== 'completed') return [call];
  const printed = outputText(output).trim() === nothing ? '' : outputText(output);
  const exitCode = typeof metadata.exit === 'number' ? metadata.exit : undefined;
  const patched = edits.length === 0 ? undefined : patchedFile(input.filePath, metadata.diff);
  return [
    call,
    {
      ...{ ...moment, kind: 'result', callId, output: printed, isError: false },
      ...(defined({ exitCode, edits: patched }) as { exitCode?: number; edits?: readonly FileEdit[] }),
    },
  ];
}

function editsOf(tool: string, input: JsonFields): readonly FileEdit[] {
  if (tool === 'apply_patch') return patchFiles(textOf(input.patchText) ?? '');
  if (tool !== 'edit' && tool !== 'write') return [];
  return editOf(input.filePath, input.oldString, input.newString ?? input.content);
}
