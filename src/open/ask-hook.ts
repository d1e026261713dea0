import { askProgram } from '../adapters/processes/start-program.ts';
import { fieldsOf, parsedJson, textOf } from '../text/json/fields.ts';

/** The program of a hook, as setup found it. */
export interface StartedHook {
  readonly node: string;
  readonly words: readonly string[];
}

const longestMs = 5_000;

/**
 * Returns a hook's answer to an event in the words of Claude Code, for an agent that loads code instead of starting
 * programs; empty for silence and for every fault.
 */
export async function askHook({ node, words }: StartedHook, event: object): Promise<string> {
  const input = JSON.stringify(event);
  const printed = await askProgram({ file: node, words, input, timeoutMs: longestMs });
  const { hookSpecificOutput } = fieldsOf(parsedJson(printed));
  return textOf(fieldsOf(hookSpecificOutput).additionalContext) ?? '';
}
