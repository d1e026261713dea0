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
  for (const [place, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    const entry = parse(text);
    for (const { id, command } of begunIn(entry)) {
      lines.set(id, place + 1);
      calls.set(place + 1, { command, output: '', isPassed: false });
    }
    for (const { id, output, isError } of endedIn(entry)) {
      const line = lines.get(id);
      const call = line === undefined ? undefined : calls.get(line);
      if (line !== undefined && call !== undefined)
        calls.set(line, { ...call, output, isPassed: !isError && !endedBadly.test(output) });
    }
  }
  return calls;
}

function partsOf({ message }: Entry): readonly Part[] {
  return Array.isArray(message?.content) ? (message.content as readonly Part[]) : [];
}

function begunIn(entry: Entry): readonly { readonly id: string; readonly command: string }[] {
  const { call_id: callId, arguments: told } = entry.payload ?? {};
  return [
    ...partsOf(entry).map(({ type, id, input }) => ({
      id: type === 'tool_use' ? id : undefined,
      command: input?.command,
    })),
    { id: callId, command: told === undefined ? undefined : commandIn(told) },
  ].flatMap(({ id, command }) => (id === undefined || command === undefined ? [] : [{ id, command }]));
}

function endedIn(
  entry: Entry,
): readonly { readonly id: string; readonly output: string; readonly isError: boolean }[] {
  const { call_id: callId, output } = entry.payload ?? {};
  return [
    ...partsOf(entry)
      .filter(({ type }) => type === 'tool_result')
      .map((part) => ({
        id: part.tool_use_id ?? '',
        output: textOf(part.content),
        isError: part.is_error === true,
      })),
    ...(output === undefined ? [] : [{ id: callId ?? '', output: textOf(output), isError: false }]),
  ];
}

function parse(text: string): Entry {
  try {
    return JSON.parse(text) as Entry;
  } catch {
    return {};
  }
}

function commandIn(told: string): string | undefined {
  try {
    const { command, cmd = command } = JSON.parse(told) as {
      command?: string | readonly string[];
      cmd?: string | readonly string[];
    };
    return typeof cmd === 'string' ? cmd : cmd?.at(-1);
  } catch {
    return undefined;
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return outputIn(content);
  if (!Array.isArray(content)) return '';
  return content.map((part: { text?: string }) => part.text ?? '').join('\n');
}

function outputIn(text: string): string {
  try {
    const { output } = JSON.parse(text) as { output?: unknown };
    return typeof output === 'string' ? output : text;
  } catch {
    return text;
  }
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
