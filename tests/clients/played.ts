import { type Part, partsOf, toolsOf } from './parts.ts';
import type { AskedTurn } from './scripted-model.ts';

/** A part of the conversation, and the request that brought it to the model first. */
export interface SentPart extends Part {
  readonly request: number;
}

/** The requests to a model while a client played a script. */
export interface Played {
  /** In the order in which they were sent, each once. */
  readonly parts: readonly SentPart[];
  /** Cards that afterwit showed unasked. */
  readonly cards: readonly SentPart[];
  /** Results of the tools, in the order of the calls. */
  readonly answers: readonly string[];
  /** Tools that the model was offered last. */
  readonly tools: readonly string[];
  /** From the end of a model's answer to the next request: the time of the call and of the client's own work. */
  readonly betweenMs: readonly number[];
  /** When each request came: milliseconds since 1970. */
  readonly askedAtMs: readonly number[];
  readonly tookMs: number;
  /** Output and exit status of the client. */
  readonly output: string;
  readonly status: number | null;
}

const fence = /<afterwit-memory id=/;

export function readPlayed(
  asked: readonly AskedTurn[],
  ended: Pick<Played, 'tookMs' | 'output' | 'status'>,
): Played {
  const parts = asked.flatMap(({ body }, request) =>
    unseen(partsOf(asked[request - 1]?.body ?? {}), partsOf(body)).map((part) => ({ ...part, request })),
  );
  return {
    ...ended,
    parts,
    cards: parts.filter(({ kind, text }) => kind === 'text' && fence.test(text)),
    answers: parts.filter(({ kind }) => kind === 'result').map(({ text }) => text),
    tools: toolsOf(asked.at(-1)?.body ?? {}),
    askedAtMs: asked.map(({ askedAtMs }) => performance.timeOrigin + askedAtMs),
    betweenMs: asked.slice(1).map(({ askedAtMs }, at) => askedAtMs - (asked[at]?.answeredAtMs ?? askedAtMs)),
  };
}

/** Each request has the whole conversation in it, and clients also change what they sent before. */
function unseen(before: readonly Part[], now: readonly Part[]): readonly Part[] {
  const left = before.map(({ kind, text }) => kind + text);
  return now.filter(({ kind, text }) => {
    const at = left.indexOf(kind + text);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
