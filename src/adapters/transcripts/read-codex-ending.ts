import { fieldsOf } from './json-value.ts';
import { type CodexOutput, readCodexOutput } from './read-codex-output.ts';
import { readTail } from './read-part.ts';

/** What Codex wrote of a call lies at the end of its transcript when its hook runs. */
const tailBytes = 1_048_576;

/**
 * How a call of a tool ended, as Codex wrote it into the session's transcript. Codex does not tell its hooks the exit code of a command.
 * Undefined where the end of the transcript does not say, or cannot be read.
 *
 * @param transcript path of the rollout file
 */
export function readCodexEnding(
  transcript: string,
  call: string,
): Pick<CodexOutput, 'output' | 'exitCode'> | undefined {
  const lines = readTail(transcript, tailBytes)?.toString('utf8').split('\n') ?? [];
  for (const line of lines.toReversed()) {
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
