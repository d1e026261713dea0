import type { CallToolResult } from '@modelcontextprotocol/server';
import { type AfterwitError, isAfterwitError } from '../model/errors.ts';

/** Logs a fault for a person to read. */
export type LogFault = (what: string, fault: unknown) => void;

/**
 * Turns a thrown value into the answer of a tool call. Only the message of an `AfterwitError` reaches the agent; any
 * other message stays in the log, because it may contain anything.
 */
export function toFailureResult(tool: string, thrown: unknown, logFault: LogFault): CallToolResult {
  if (isAfterwitError(thrown) && thrown.code !== 'INTERNAL') return failureResult(thrown);
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return failureResult({ code: 'INTERRUPTED', message: 'Stopped, as you asked.', data: {} });
  }
  logFault(`The tool ${tool} failed`, thrown);
  const message = 'afterwit met an internal fault, so there is no answer. Go on without it.';
  return failureResult({ code: 'INTERNAL', message, data: {} });
}

function failureResult({
  code,
  message,
  data,
}: Pick<AfterwitError, 'code' | 'message' | 'data'>): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text: message }],
    structuredContent: { error: { code, message, data } },
  };
}
