import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
} from '@modelcontextprotocol/server';
import { type AfterwitError, isAfterwitError } from '../model/errors.ts';

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

type Told = Pick<AfterwitError, 'code' | 'message' | 'data'>;

const absent: ReadonlySet<Told['code']> = new Set(['ITEM_NOT_FOUND', 'DECISION_NOT_FOUND']);

function toProtocolError({ code, message, data }: Told): ProtocolError {
  const kind =
    code === 'INVALID_ARGUMENT' ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(kind, message, { code, ...data });
}

function tellable(what: string, thrown: unknown, logFault: LogFault): Told {
  if (isAfterwitError(thrown) && thrown.code !== 'INTERNAL') return thrown;
  if (thrown instanceof Error && thrown.name === 'AbortError')
    return { code: 'INTERRUPTED', message: 'Stopped, as you asked.', data: {} };
  logFault(`${what} failed`, thrown);
  const message = 'afterwit met an internal fault, so there is no answer. Go on without it.';
  return { code: 'INTERNAL', message, data: {} };
}
