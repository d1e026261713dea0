import { join } from 'node:path';
import { defined } from '../../model/defined.ts';
import type { FileEdit, SessionEvent } from '../../model/session.ts';
import type { CarriedFacts, LineReading } from '../../ports/transcript-source.ts';
import { fieldsOf, isFields, type JsonFields, textOf } from '../../text/json/fields.ts';
import type { AgentSessions } from '../agent.ts';
import { editOf, outputText, patchedFile, readTaskChange, sessionOf, timeOf } from '../told-values.ts';
import { readShellOutput, withoutHookContext } from './agent.ts';

/** The first words of Gemini CLI; their first folder is the folder that it was started in. */
const context = /^<session_context>[\s\S]*<\/session_context>\s*$/;
const startedIn = /^- \*\*Workspace Directories:\*\*\n {2}- (.+)$/m;

/** Sessions of Gemini CLI, a file each, as 0.61.0 writes them (`packages/core/src/services/chatRecordingService.ts`). */
export const geminiCliSessions: AgentSessions = {
  place: ({ environment, userHome }) => join(environment.GEMINI_CLI_HOME || userHome, '.gemini', 'tmp'),
  wrote: ({ head }) => /^\{"sessionId":"[^"]{1,200}","projectHash":/.test(head),
  readLine: readGeminiLine,
};

/** Undefined for a line of another program. A message is written again when more of its calls were answered. */
export function readGeminiLine(
  entry: JsonFields,
  line: number,
  known: CarriedFacts,
): LineReading | undefined {
  if (entry.projectHash !== undefined) {
    const isSubagent = entry.kind === 'subagent' ? (true as const) : undefined;
    return { events: [], carried: defined({ session: sessionOf(entry.sessionId), isSubagent }) };
  }
  // A change of the session's facts: `messages` holds the conversation that is sent from here on.
  if (isFields(entry.$set)) return { events: [], carried: folderIn(entry.$set.messages) };
  if (textOf(entry.$rewindTo) !== undefined) return { events: [], carried: {} };
  if (textOf(entry.id) === undefined || textOf(entry.type) === undefined) return undefined;
  const { directory, isSubagent } = known;
  const atMs = timeOf(entry.timestamp);
  const moment = { line, ...defined({ atMs, directory, isSubagent }) };
  if (Array.isArray(entry.toolCalls)) {
    const calls = entry.toolCalls.map(fieldsOf);
    const fresh = calls.slice(calls.findIndex(({ id }) => id === known.answered) + 1);
    const answered = textOf(calls.at(-1)?.id);
    return { events: fresh.flatMap((call) => callEvents(call, moment)), carried: defined({ answered }) };
  }
  if (entry.type !== 'user' && entry.type !== 'gemini') return { events: [], carried: {} };
  const by = entry.type === 'user' ? 'user' : 'agent';
  const text = saidText(entry.displayContent ?? entry.content);
  if (text === '') return { events: [], carried: folderIn([entry]) };
  return { events: [{ ...moment, kind: 'said', by, text }], carried: {} };
}

function saidText(content: unknown): string {
  const text = withoutHookContext(outputText(content)).trim();
  return context.test(text) ? '' : text;
}

function folderIn(messages: unknown): CarriedFacts {
  const [first] = Array.isArray(messages) ? messages : [];
  const directory = startedIn.exec(outputText(fieldsOf(first).content))?.[1];
  return defined({ directory });
}

/** Calls are written once they have ended; a refused call, or one that never ran, counts as none. */
function callEvents(
  { id, name, args, status, result, resultDisplay }: JsonFields,
  moment: Pick<SessionEvent, 'line' | 'atMs' | 'directory' | 'isSubagent'>,
): readonly SessionEvent[] {
  if (status !== 'success') return [];
  const [tool, input, shown] = [textOf(name) ?? '', fieldsOf(args), fieldsOf(resultDisplay)];
  const callId = textOf(id) ?? '';
  const command = tool === 'run_shell_command' ? textOf(input.command) : undefined;
  const within = command === undefined ? undefined : textOf(input.dir_path);
  const directory = within && join(moment.directory ?? '', within);
  const tasks = readTaskChange(tool, input);
  const edits = editsOf(tool, input);
  const [answer] = Array.isArray(result) ? result : [];
  const { output } = fieldsOf(fieldsOf(fieldsOf(answer).functionResponse).response);
  const ended = command === undefined ? undefined : readShellOutput(outputText(output));
  const patched = edits.length === 0 ? undefined : patchedFile(shown.filePath, shown.fileDiff);
  return [
    { ...moment, ...defined({ directory, command, tasks }), kind: 'call', callId, edits },
    {
      ...{ ...moment, kind: 'result', callId, isError: false },
      ...(ended ?? { output: outputText(output) }),
      ...(defined({ edits: patched }) as { edits?: readonly FileEdit[] }),
    },
  ];
}

function editsOf(tool: string, input: JsonFields): readonly FileEdit[] {
  if (tool !== 'replace' && tool !== 'write_file') return [];
  return editOf(input.file_path, input.old_string, input.new_string ?? input.content);
}
