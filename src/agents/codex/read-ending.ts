import { fieldsOf } from '../../text/json/fields.ts';
import { type CodexOutput, readCodexOutput } from './read-output.ts';

/** What Codex wrote of a call lies at the end of its transcript when its hook runs. */
export const endingBytes = 1_048_576;

/**
 * How a call of a tool ended, as Codex wrote it into the session's transcript. Codex does not tell its hooks the exit code of a command.
 * Undefined where the end of the transcript does not say.
 *
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

function endingIn(line: string, call: string): ReturnType<typeof readCodexEnding> {
  const { item, ...payload } = fieldsOf(fieldsOf(parse(line)).payload);
  const { id, exit_code } = item === undefined ? { ...payload, id: payload.call_id } : fieldsOf(item);
  if (id !== call) return undefined;
  if (typeof exit_code === 'number') return { output: '', exitCode: exit_code };
  return payload.output === undefined ? undefined : readCodexOutput(payload.output);
}

/** Undefined for a line of which the tail holds only the end. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
