import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { redact } from '../redaction/redact.ts';

/**
 * What a message says, made harmless: results and errors without secrets and misleading characters. The rest of a message
 * is ids that the client must recognise, and words of ours.
 */
export function redactMessage(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) return { ...message, result: redactTexts(message.result) };
  if ('error' in message) return { ...message, error: redactTexts(message.error) };
  return message;
}

/** The same value with every text in it redacted. Keys are ours. */
function redactTexts<T>(value: T): T;
function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((entry) => redactTexts(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redactTexts(entry)]));
}
