import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { type AfterwitError, isAfterwitError } from '../model/errors.ts';
import { fenceNonce, neutraliseStructure, renderFence } from '../redaction/neutralise-structure.ts';
import { redact } from '../redaction/redact.ts';
import type { Told } from './tools/tool.ts';

/** Where a result names its fenced texts, until it is sent. */
const fencedKey = 'invalid.afterwit/fenced';

/** The same with the words of commits, files and issues in a fence of their own. */
export function fenceForeign({ text, fenced = [], foreign = '' }: Told): Told {
  if (foreign === '') return { text, fenced };
  const fence = renderFence(neutraliseStructure(foreign), fenceNonce(randomUUID()), 'repository');
  return { text: text === '' ? fence : `${text}\n${fence}`, fenced: [...fenced, fence] };
}

/**
 * A result that marks the fenced parts of its texts: they were neutralised when they were fenced, and are sent unchanged.
 */
export function withFenced<Result extends object>(result: Result, fenced: readonly string[] = []): Result {
  return fenced.length === 0 ? result : { ...result, _meta: { [fencedKey]: fenced } };
}

/**
 * Removes secrets, misleading characters and fake structure from every text of a message's result, error or question, on the
 * only way out. The rest of a message is ids that the client must recognise, and our own words.
 */
export function redactMessage(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) {
    const { result, fenced } = takeFenced(message.result);
    const parts = fenced.filter((part) => part !== '').map(redact);
    return { ...message, result: mapTexts(result, (text) => makeHarmless(text, parts)) };
  }
  if ('error' in message) return { ...message, error: mapTexts(message.error, (text) => makeHarmless(text)) };
  // A question to an older client.
  if ('id' in message && message.params !== undefined)
    return { ...message, params: mapTexts(message.params, (text) => makeHarmless(text)) };
  return message;
}

interface Marked {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

function takeFenced<Result extends Marked>(result: Result) {
  const { _meta, ...rest } = result;
  const { [fencedKey]: fenced, ...others } = _meta ?? {};
  if (!Array.isArray(fenced)) return { result, fenced: [] };
  const unmarked = Object.keys(others).length === 0 ? rest : { ...rest, _meta: others };
  return { result: unmarked as Result, fenced: fenced as readonly string[] };
}

/** @param fenced redacted, as they stand in the text once it is */
function makeHarmless(text: string, fenced: readonly string[] = []): string {
  return mapOutside(redact(text), fenced, neutraliseStructure);
}

/** The same text with every piece of it changed that lies outside of these parts. */
function mapOutside(
  text: string,
  [part, ...others]: readonly string[],
  change: (text: string) => string,
): string {
  if (part === undefined) return change(text);
  return text
    .split(part)
    .map((piece) => mapOutside(piece, others, change))
    .join(part);
}

/** The same value with every string in it changed. Keys stay, because they are ours. */
function mapTexts<T>(value: T, change: (text: string) => string): T;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, change)]));
}

/** Logs a fault for a person to read. */
export type LogFault = (what: string, fault: unknown) => void;

/**
 * Turns a thrown value into the answer of a tool call. Only the message of an `AfterwitError` reaches the agent; any
 * other message stays in the log, because it may contain anything.
 */
export function toFailureResult(tool: string, thrown: unknown, logFault: LogFault): CallToolResult {
  const { message } = tellable(`The tool ${tool}`, thrown, logFault);
  return { isError: true, content: [{ type: 'text', text: message }] };
}

/** The same for a resource: the protocol has a fault of its own for a missing one. */
export function toResourceFault({ href }: URL, thrown: unknown, logFault: LogFault): ProtocolError {
  const told = tellable('A resource', thrown, logFault);
  return absent.has(told.code) ? new ResourceNotFoundError(href, told.message) : toProtocolError(told);
}

export function toPromptFault(thrown: unknown, logFault: LogFault): ProtocolError {
  return toProtocolError(tellable('A prompt', thrown, logFault));
}

type TellableFault = Pick<AfterwitError, 'code' | 'message' | 'data'>;

const absent: ReadonlySet<TellableFault['code']> = new Set(['ITEM_NOT_FOUND', 'DECISION_NOT_FOUND']);

function toProtocolError({ code, message, data }: TellableFault): ProtocolError {
  const kind =
    code === 'INVALID_ARGUMENT' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, message, { code, ...data });
}

function tellable(what: string, thrown: unknown, logFault: LogFault): TellableFault {
  if (isAfterwitError(thrown) && thrown.code !== 'INTERNAL') return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return { code: 'INTERRUPTED', message: 'Stopped, as you asked.', data: {} };
  logFault(`${what} failed`, thrown);
  const message = 'afterwit met an internal fault, so there is no answer. Go on without it.';
  return { code: 'INTERNAL', message, data: {} };
}
