import { randomUUID } from 'node:crypto';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
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
