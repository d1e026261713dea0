import { join } from 'node:path';
import { defined } from '../../model/defined.ts';
import type { SessionEvent } from '../../model/session.ts';
import type { CarriedFacts, LineReading } from '../../ports/transcript-source.ts';
import { fieldsOf, isFields, type JsonFields, parsedJson, textOf } from '../../text/json/fields.ts';
import { patchFiles } from '../../text/line-changes.ts';
import { type AgentSessions, chosenFolder } from '../agent.ts';
import { outputText, readTaskChange, sessionOf, timeOf } from '../told-values.ts';

const entryTypes = /^(?:session_meta|response_item|turn_context|event_msg|compacted|ghost_snapshot)$/;
const itemTypes = /^(?:message|reasoning|(?:function|custom_tool|local_shell|web_search)_call(?:_output)?)$/;
const shell = /^(?:.*\/)?(?:ba|z|da)?sh$/;

/** Sessions of Codex: it calls its files rollouts, and begins them with the session. */
export const codexSessions: AgentSessions = {
  place: (lookup) => join(chosenFolder(lookup, 'CODEX_HOME') ?? join(lookup.userHome, '.codex'), 'sessions'),
  wrote: ({ name, head }) => name.startsWith('rollout-') || /^\{[^\n]{0,200}"type":"session_meta"/.test(head),
  readLine: readCodexLine,
};

/** Undefined for a line of another program. */
export function readCodexLine(entry: JsonFields, line: number, known: CarriedFacts): LineReading | undefined {
  const type = textOf(entry.type) ?? '';
  // The first releases wrote items without an envelope, and the session without a type.
  const isBare = itemTypes.test(type);
  const isBareMeta = type === '' && textOf(entry.id) !== undefined && entry.timestamp !== undefined;
  if (!entryTypes.test(type) && !isBare && !isBareMeta) return undefined;
  const payload = isBare || isBareMeta ? entry : fieldsOf(entry.payload);
  const carried = carriedOf(isBareMeta ? 'session_meta' : type, payload);
  const atMs = timeOf(entry.timestamp);
  const directory = carried.directory ?? known.directory;
  const moment = {
    line,
    ...defined({ atMs, directory }),
  };
  if (type === 'event_msg' && payload.type === 'user_message') {
    const text = textOf(payload.message)?.trim() ?? '';
    return { events: text === '' ? [] : [{ ...moment, kind: 'said', by: 'user', text }], carried };
  }
  return { events: isBare || type === 'response_item' ? itemEvents(payload, moment) : [], carried };
}

function carriedOf(type: string, payload: JsonFields): CarriedFacts {
  const directory = textOf(payload.cwd);
  const session = type === 'session_meta' ? sessionOf(payload.id) : undefined;
  return defined({ directory, session });
}

function itemEvents(
  item: JsonFields,
  moment: Pick<SessionEvent, 'line' | 'atMs' | 'directory'>,
): readonly SessionEvent[] {
  const type = textOf(item.type) ?? '';
  if (type === 'message') {
    const text = item.role === 'assistant' ? outputText(item.content) : '';
    return text.trim() === '' ? [] : [{ ...moment, kind: 'said', by: 'agent', text }];
  }
  const callId = textOf(item.call_id) ?? '';
  if (type.endsWith('_output'))
    return [{ ...moment, kind: 'result', callId, ...readCodexOutput(item.output) }];
  if (type === 'custom_tool_call')
    return [{ ...moment, kind: 'call', callId, edits: patchFiles(textOf(item.input) ?? '') }];
  if (type !== 'function_call' && type !== 'local_shell_call') return [];
  const told = type === 'local_shell_call' ? fieldsOf(item.action) : argumentsOf(item);
  if (item.name === 'apply_patch')
    return [
      { ...moment, kind: 'call', callId, edits: patchFiles(textOf(told.input) ?? textOf(told.patch) ?? '') },
    ];
  const tasks = readTaskChange(textOf(item.name) ?? '', told);
  const command = commandOf(told);
  const directory = textOf(told.workdir) ?? moment.directory;
  return [{ ...moment, ...defined({ directory, command, tasks }), kind: 'call', callId, edits: [] }];
}

function argumentsOf({ arguments: told }: JsonFields): JsonFields {
  return fieldsOf(parsedJson(textOf(told) ?? ''));
}

/** A line, or words of which the last is a script where a shell is started. */
function commandOf(told: JsonFields): string | undefined {
  const command = told.command ?? told.cmd;
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || !command.every((word) => typeof word === 'string')) return undefined;
  const [program = ''] = command;
  return shell.test(program) && command.length > 1 ? command.at(-1) : command.join(' ');
}

/** A tool's output, in any form that Codex writes. */
interface CodexOutput {
  readonly output: string;
  /** Absent where the output itself tells it (`Exit code: 1`, `Process exited with code 1`). */
  readonly exitCode?: number;
  readonly isError: boolean;
}

/**
 * The wrapper says that the sandbox denied something of *every* command that ended otherwise than with 0; the command's
 * output follows it, and alone tells whether it was denied anything. Lead lines of the tool may stand before it.
 */
const sandboxWrapper = /\bsandbox[^\n]{0,200}?exit code: (-?\d{1,10}), stdout: /i;
const wrapperStandsWithin = 600;
const refused =
  /^(?:apply_patch verification failed|exec command rejected|patch rejected|aborted|unsupported call)/i;

/** Reads the four encodings: an object as JSON with `metadata.exit_code`, two kinds of lead lines, a list of texts. */
export function readCodexOutput(value: unknown): CodexOutput {
  const told = isFields(value) && value.content !== undefined ? value.content : value;
  const text = outputText(told);
  const object = parsedObject(text);
  const output = object === undefined ? text : outputText(object.output);
  const code = fieldsOf(object?.metadata).exit_code;
  const wrapped = sandboxWrapper.exec(output.slice(0, wrapperStandsWithin));
  if (wrapped !== null) {
    const printed = output.slice(wrapped.index + wrapped[0].length);
    return { output: printed, exitCode: Number(wrapped[1]), isError: wrapped[1] !== '0' };
  }
  const isError =
    (typeof code === 'number' && code !== 0) ||
    refused.test(output) ||
    (isFields(value) && value.success === false);
  return { output, ...(typeof code === 'number' ? { exitCode: code } : {}), isError };
}

function parsedObject(text: string) {
  if (!text.startsWith('{')) return undefined;
  const value = parsedJson(text);
  return isFields(value) && textOf(value.output) !== undefined ? value : undefined;
}

/** Codex has the record of a call at the end of its transcript when its hook runs. */
export const endingBytes = 1_048_576;

/**
 * How a tool call ended, from the session's transcript, since Codex tells its hooks no exit code. Undefined where the end
 * of the transcript does not say.
 * @param end the last {@link endingBytes} of the rollout file
 */
export function readCodexEnding(
  end: string,
  call: string,
): Pick<CodexOutput, 'output' | 'exitCode'> | undefined {
  for (const line of end.split('\n').toReversed()) {
    const ending = line.includes(call) ? endingIn(line, call) : undefined;
    if (ending !== undefined) return ending;
  }
  return undefined;
}

/** Undefined for another call, and for a line whose beginning lies before the tail. */
function endingIn(line: string, call: string): ReturnType<typeof readCodexEnding> {
  const { item, ...payload } = fieldsOf(fieldsOf(parsedJson(line)).payload);
  const { id, exit_code } = item === undefined ? { ...payload, id: payload.call_id } : fieldsOf(item);
  if (id !== call) return undefined;
  if (typeof exit_code === 'number') return { output: '', exitCode: exit_code };
  return payload.output === undefined ? undefined : readCodexOutput(payload.output);
}
