import type { AnyOperation, InputOf } from '../api/operation.ts';
import type * as operations from '../api/operations.ts';
import type { ErrorCode } from '../model/errors.ts';

/**
 * The contract between the server and a browser or another program.
 *
 * - `POST /api/session` with `{ token }` → a cookie, and a {@link SessionAnswer}. The token is in the fragment of the address
 *   that `afterwit dashboard` opens. The key belongs into `localStorage`, which is of one origin: cookies go to every port of
 *   a host, so another server on this machine may get the cookie, but cannot write with it.
 * - `POST /api/<operation>` with the operation's fields as JSON, `content-type: application/json` and {@link keyHeader} → its
 *   answer.
 * - `GET /api/<operation>?field=value` of reading operations. A list repeats the field; a field with fields of its own is JSON.
 * - `?in=<repository id>` on either: `here` is that repository; without it, the one that the dashboard was started in.
 * - `GET /api/events`: server-sent events, {@link ServerEvents}, with a comment as a heartbeat. The server ends a minute after its last
 *   one is gone.
 * - `GET /api/openapi.json`: all of it for a program.
 * - Every fault is `application/problem+json`, a {@link Problem}.
 */
export const keyHeader = 'x-afterwit-key';

export type OperationName = keyof typeof operations;

type Row<Name extends OperationName> = (typeof operations)[Name];

/** Fields that the door fills in itself. */
type OfTheDoor = 'speaker' | 'signal' | 'onProgress';

/** Input of an operation from a page. */
export type InputTo<Name extends OperationName> = Omit<InputOf<Row<Name>>, OfTheDoor>;

/** Answer of an operation, parsed from JSON. A streamed answer comes as lines of text instead. */
export type AnswerTo<Name extends OperationName> = Awaited<ReturnType<Row<Name>['run']>>;

export interface SessionAnswer {
  /** Sent with every `POST`, in {@link keyHeader}. */
  readonly key: string;
  /** The speaker of all clicks: `user` where a person started the dashboard; others may look, and change less. */
  readonly speaker: { readonly kind: 'user' | 'agent' | 'unknown'; readonly name: string };
  readonly version: string;
}

export interface ServerEvents {
  /** The memory changed; also sent once at the beginning. `version` differs whenever the memory does. */
  readonly changed: { readonly version: string };
}

export const doorCodes = {
  NO_SESSION: { status: 401, title: 'No session' },
  FOREIGN_ORIGIN: { status: 403, title: 'Asked by another page' },
  NOT_FOUND: { status: 404, title: 'No such address' },
  ONLY_READING: { status: 405, title: 'This changes something' },
  AT_TERMINAL_ONLY: { status: 405, title: 'Only at a terminal' },
  TOO_LARGE: { status: 413, title: 'Too large' },
  WRONG_CONTENT_TYPE: { status: 415, title: 'Not JSON' },
  WRONG_HOST: { status: 421, title: 'Another host' },
  TOO_MANY: { status: 503, title: 'Too many at once' },
} as const;

export type ProblemCode = ErrorCode | keyof typeof doorCodes;

/** Problem details, RFC 9457. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  /** The fault, and mostly its remedy. */
  readonly detail: string;
  /** The remedy, where the detail does not say it. */
  readonly remedy?: string;
  /** Facts: of a conflict (409) `id`, `title` and `content` as they are now. */
  readonly data?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
}

/** Deletes the home under the server. */
export const atTerminalOnly: readonly AnyOperation['name'][] = ['purge' satisfies OperationName];
