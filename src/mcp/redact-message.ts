import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { redact } from '../redaction/redact.ts';

/**
 * Removes secrets and misleading characters from a message's result and error. The rest of a message is ids that the
 * client must recognise, and our own words.
 */
export function redactMessage(message: JSONRPCMessage): JSONRPCMessage {
  if ('result' in message) return { ...message, result: redactTexts(message.result) };
  if ('error' in message) return { ...message, error: redactTexts(message.error) };
  return message;
}

/** The same value with every string in it redacted. Keys stay, because they are ours. */
function redactTexts<T>(value: T): T;
function redactTexts(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((entry) => redactTexts(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redactTexts(entry)]));
}
