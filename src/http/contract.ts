import type { AnyOperation, InputOf } from '../api/operation.ts';
import type * as operations from '../api/operations.ts';
import type { ErrorCode } from '../model/errors.ts';

/**
 * What a browser, or another program, and the server agree on.
 *
 * - `POST /api/session` with `{ token }` → a cookie, and a {@link SessionAnswer}. The token stands in the fragment of the address that
 *   `afterwit dashboard` opens. The key belongs into `localStorage`: cookies are sent to every port of a host, the storage is of one
 *   origin alone, so that another server on this machine gets the cookie at most, and writes nothing with it.
 * - `POST /api/<operation>` with the fields of the operation as JSON, `content-type: application/json` and {@link keyHeader} → its answer.
 * - `GET /api/<operation>?field=value` of the operations that only read. A list is the field several times, what has fields is JSON.
 * - `?in=<repository id>` on either: `here` is that repository; without it, the one that the dashboard was started in.
 * - `GET /api/events`: server-sent events, {@link ServerEvents}, with a comment as a heartbeat. The server ends a minute after its last
 *   one is gone.
 * - `GET /api/openapi.json`: all of it for a program.
 * - Every fault is `application/problem+json`, a {@link Problem}.
 */
export const keyHeader = 'x-afterwit-key';

export type OperationName = keyof typeof operations;

type Row<Name extends OperationName> = (typeof operations)[Name];

/** What the door says by itself. */
type OfTheDoor = 'speaker' | 'signal' | 'onProgress';

/** What an operation is handed by a page. */
export type InputTo<Name extends OperationName> = Omit<InputOf<Row<Name>>, OfTheDoor>;

/** What an operation answers, as it comes out of JSON. What is read piece by piece comes as lines of text instead. */
export type AnswerTo<Name extends OperationName> = Awaited<ReturnType<Row<Name>['run']>>;

export interface SessionAnswer {
  /** Sent with every `POST`, in {@link keyHeader}. */
  readonly key: string;
  /** The speaker of all clicks: `user` where a person started the dashboard; others may look, and change less. */
  readonly speaker: { readonly kind: 'user' | 'agent' | 'unknown'; readonly name: string };
  readonly version: string;
}

export interface ServerEvents {
  /** The memory is another one than before; sent once at the beginning, too. `version` differs whenever the memory does. */
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
  /** What happened, and mostly what to do. */
  readonly detail: string;
  /** What to do, where the detail does not say it. */
  readonly remedy?: string;
  /** Facts: of a conflict (409) `id`, `title` and `content` as they are now. */
  readonly data?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
}

/** Deletes the home under the server. */
export const atTerminalOnly: readonly AnyOperation['name'][] = ['purge' satisfies OperationName];
