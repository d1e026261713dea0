import {
  type AnswerTo,
  type InputTo,
  keyHeader,
  type OperationName,
  type Problem,
  type ProblemCode,
  type SessionAnswer,
} from '../../src/http/contract.ts';

export type { OperationName } from '../../src/http/contract.ts';
export type InputOf<Name extends OperationName> = InputTo<Name>;
export type AnswerOf<Name extends OperationName> = AnswerTo<Name>;

export class Fault extends Error {
  readonly status: number;
  readonly code: ProblemCode;
  readonly remedy: string | undefined;
  /** Facts: of a conflict, `content` is what the memory says now. */
  readonly data: NonNullable<Problem['data']>;

  constructor({ title, status = 0, code = 'INTERNAL', detail, remedy, data = {} }: Partial<Problem>) {
    super(detail ?? title ?? 'The server gave no answer.');
    this.status = status;
    this.code = code;
    this.remedy = remedy;
    this.data = data;
  }
}

const speakerName = 'afterwit.speaker';

const unreachable = {
  detail: 'The server of this page does not answer: it ends a minute after its last page.',
  remedy: 'Run `afterwit dashboard` again.',
};

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
  const problem: Partial<Problem> = await response.json().catch(() => ({}));
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
  const { key, speaker } = (await send('/api/session', { token }, {})) as SessionAnswer;
  localStorage.setItem(keyHeader, key);
  localStorage.setItem(speakerName, speaker.kind);
}

/** Whether what is decided here is a person's word; else the page looks only. */
export function isPerson(): boolean {
  return localStorage.getItem(speakerName) === 'user';
}
