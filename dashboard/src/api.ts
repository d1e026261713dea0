import type { Fields, Input } from '../../src/api/field.ts';
import type * as operations from '../../src/api/operations.ts';

type Operations = typeof operations;
export type OperationName = keyof Operations;

export type InputOf<Name extends OperationName> = Operations[Name] extends {
  readonly input: infer Its extends Fields;
}
  ? Input<Its>
  : never;

export type AnswerOf<Name extends OperationName> = Operations[Name] extends {
  readonly run: (...handed: never) => infer Answer;
}
  ? Awaited<Answer>
  : never;

/** What the server says of a request that it refused: `application/problem+json`. */
interface Problem {
  readonly title?: string;
  readonly status?: number;
  readonly code?: string;
  readonly detail?: string;
  readonly remedy?: string;
  /** Facts: of a conflict, what the memory says now. */
  readonly data?: { readonly id?: string; readonly title?: string; readonly content?: string };
}

export class Fault extends Error {
  readonly status: number;
  readonly code: string;
  readonly remedy: string | undefined;
  readonly data: NonNullable<Problem['data']>;

  constructor({ title, status = 0, code = 'INTERNAL', detail, remedy, data = {} }: Problem) {
    super(detail ?? title ?? 'The server gave no answer.');
    this.status = status;
    this.code = code;
    this.remedy = remedy;
    this.data = data;
  }
}

const unreachable = {
  code: 'UNREACHABLE',
  detail: 'The server of this page does not answer: it ends a minute after its last page.',
  remedy: 'Run `afterwit dashboard` again.',
};

const strange = {
  code: 'NO_SESSION',
  detail: 'This page has no session. It must be opened from a terminal.',
  remedy: 'Run `afterwit dashboard`.',
};

/** Beside the cookie, which goes to every port of a host: storage is of this origin alone. */
const keyHeader = 'x-afterwit-key';

/** Asks an operation. @throws Fault */
export async function ask<Name extends OperationName>(
  name: Name,
  input: InputOf<Name>,
  options: Pick<RequestInit, 'signal' | 'keepalive'> = {},
): Promise<AnswerOf<Name>> {
  return (await send(`/api/${name}`, input, options)) as AnswerOf<Name>;
}

async function send(path: string, body: unknown, options: RequestInit): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [keyHeader]: localStorage.getItem(keyHeader) ?? '' },
      body: JSON.stringify(body),
      ...options,
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Fault(unreachable);
  }
  if (response.ok) return response.status === 204 ? undefined : await response.json();
  if (response.status === 401) throw new Fault({ ...strange, status: 401 });
  const problem: Problem = await response.json().catch(() => ({}));
  throw new Fault({ ...problem, status: response.status });
}

/** The same answer as JSON, to be opened in another tab. */
export function jsonHref<Name extends OperationName>(name: Name, input: InputOf<Name>): string {
  const search = new URLSearchParams();
  for (const [field, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) search.append(field, String(one));
  return `/api/${name}?${search}`;
}

/** Trades the token of the address for a cookie, once, and takes it out of the address. */
export async function startSession(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  const answer = await send('/api/session', { token }, {});
  const { key } = answer as { readonly key?: string };
  if (key !== undefined) localStorage.setItem(keyHeader, key);
}
