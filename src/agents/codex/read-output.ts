import { fieldsOf, isFields, parsedJson, textOf } from '../../text/json/fields.ts';
import { outputText } from '../told-values.ts';

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
