import { readFileSync } from 'node:fs';
import { isSearchCommand, wordLikeness } from './judge-failures.ts';

/** A command line of a session with what it printed. */
export interface TranscriptCall {
  readonly command: string;
  readonly output: string;
  /** It ended with 0, as far as the transcript says. */
  readonly isPassed: boolean;
}

const endedBadly =
  /^(?:Exit code:? [1-9]|Process exited with code [1-9]|[^\n]*\nProcess exited with code [1-9])/;

interface Part {
  readonly type?: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly is_error?: boolean;
  readonly input?: { readonly command?: string };
  readonly content?: unknown;
}

interface Entry {
  readonly message?: { readonly content?: readonly Part[] | string };
  readonly payload?: {
    readonly type?: string;
    readonly call_id?: string;
    readonly arguments?: string;
    readonly output?: unknown;
  };
}

/** Calls of a transcript by the line they stand in, with their whole outputs. Read without the product. */
export function readCalls(path: string): ReadonlyMap<number, TranscriptCall> {
  const lines = new Map<string, number>();
  const calls = new Map<number, TranscriptCall>();
  const end = (id = '', content: unknown, isError = false) => {
    const line = lines.get(id);
    const call = calls.get(line ?? -1);
    const output = textOf(content);
    if (line !== undefined && call !== undefined)
      calls.set(line, { ...call, output, isPassed: !isError && !endedBadly.test(output) });
  };
  for (const [place, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    const { message, payload = {} }: Entry = parse(text) ?? {};
    const begin = (id: string | undefined, command: string | undefined) => {
      if (id === undefined || command === undefined) return;
      lines.set(id, place + 1);
      calls.set(place + 1, { command, output: '', isPassed: false });
    };
    for (const part of Array.isArray(message?.content) ? (message.content as readonly Part[]) : []) {
      if (part.type === 'tool_use') begin(part.id, part.input?.command);
      if (part.type === 'tool_result') end(part.tool_use_id, part.content, part.is_error);
    }
    if (payload.arguments !== undefined) begin(payload.call_id, commandIn(payload.arguments));
    if (payload.output !== undefined) end(payload.call_id, payload.output);
  }
  return calls;
}

function parse<Shape>(text: string): Shape | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function commandIn(told: string): string | undefined {
  type Command = string | readonly string[];
  const { command, cmd = command } = parse<{ command?: Command; cmd?: Command }>(told) ?? {};
  return typeof cmd === 'string' ? cmd : cmd?.at(-1);
}

function textOf(content: unknown): string {
  if (typeof content === 'string') {
    const output = parse<{ output?: unknown }>(content)?.output;
    return typeof output === 'string' ? output : content;
  }
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '').join('\n');
}

const commandsUntilOther = 5;
const leastLikeness = 0.4;

/**
 * The command that replaced one whose program never got to work: one of similar words, of any family, that passed among the next few
 * commands. The labels lack it, because they know successes of the same family only.
 */
export function startRemedy(
  calls: ReadonlyMap<number, TranscriptCall>,
  { failedAtLine, command }: { readonly failedAtLine: number; readonly command: string },
): string | undefined {
  return [...calls]
    .filter(([line]) => line > failedAtLine)
    .sort(([one], [other]) => one - other)
    .slice(0, commandsUntilOther)
    .map(([, call]) => call)
    .find(
      (call) =>
        call.isPassed &&
        call.command !== command &&
        !isSearchCommand(call.command) &&
        wordLikeness(call.command, command) >= leastLikeness,
    )?.command;
}
