import type { CallToolResult } from '@modelcontextprotocol/server';
import { type AfterwitError, isAfterwitError } from '../model/errors.ts';

/** Somewhere for a person to read what went wrong. */
export type LogFault = (what: string, fault: unknown) => void;

/**
 * A thrown value as the answer to a tool call, for the agent to go on from. What was not thrown on purpose stays inside:
 * it may name anything.
 */
export function toFailureResult(tool: string, thrown: unknown, logFault: LogFault): CallToolResult {
  if (isAfterwitError(thrown) && thrown.code !== 'INTERNAL') return failureResult(thrown);
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return failureResult({ code: 'INTERRUPTED', message: 'Stopped, as you asked.', data: {} });
  }
  logFault(`The tool ${tool} failed`, thrown);
  const message = 'A fault of afterwit itself: there is no answer. Go on without it.';
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
