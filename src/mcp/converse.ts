import { once } from 'node:events';
import { PassThrough, pipeline } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WarmHooks } from '../open/warm-hooks.ts';
import type { ServerDependencies } from './create-server.ts';
import { FirstAnswers } from './first-answers.ts';
import { LineLimit } from './line-limit.ts';
import type { WholeServer } from './serve-whole.ts';
import { speakerOf } from './speaker-of.ts';
import { answerWarmHook, hookTool, silence } from './tools/hook.ts';

/** A first question of the agent comes later than that, and than the hooks of a turn. */
const loadWholeAfterMs = 2_000;
/** The client that has ended the connection waits for the process, but not for long. */
const settleMs = 500;

/** A connection over the standard streams, where hooks are answered too. */
export interface ConversationDependencies extends ServerDependencies {
  readonly hooks: () => Promise<WarmHooks>;
  /** Called when the client knows the offer. */
  readonly rest: () => void;
}

/** Serves {@link FirstAnswers} while they suffice, then the whole server, loaded when an agent is likely to ask. */
export async function converse(dependencies: ConversationDependencies): Promise<void> {
  const { session, hooks, begin, meet, rest } = dependencies;
  const output = process.stdout;
  const send = (message: object): void => void output.write(`${JSON.stringify(message)}\n`);
  const lines = new LineLimit({
    answersTo: output,
    onTooLong: (id, head) => send(answerTooLong(id, head)),
  });
  // An input error ends the lines.
  pipeline(process.stdin, lines, () => undefined);
  let loading: NodeJS.Timeout | undefined;
  const first = new FirstAnswers({
    profile: dependencies.profile,
    send,
    answerHook: async (told) => {
      const end = begin(String(told.hook_event_name));
      loading?.refresh();
      try {
        const [text, { redact }] = await Promise.all([
          answerWarmHook(hooks(), told),
          import('../redaction/redact.ts'),
        ]);
        return redact(text);
      } finally {
        end();
      }
    },
    meet: (client) => {
      meet(speakerOf(client, session));
      loading = setTimeout(loadWhole, loadWholeAfterMs).unref();
    },
    rest: () => setImmediate(rest),
  });
  const ending = Promise.withResolvers<void>();
  let whole: WholeServer | undefined;
  const stop = (): void => (whole === undefined ? ending.resolve() : whole.close());
  process.once('SIGINT', stop).once('SIGTERM', stop);
  output.on('error', stop);
  const serving = serveLines(lines, first, async (input) => {
    const { serveWhole } = await loadWhole();
    whole = serveWhole(dependencies, { input, output, answered: first.answered });
    whole.ended.then(ending.resolve);
    return await whole.ended;
  });
  await Promise.race([serving, ending.promise]);
  await Promise.race([first.settled(), sleep(settleMs)]);
}

const loadWhole = () => import('./serve-whole.ts');

/** @param serve called with the stream of all lines that the whole server must read; settles when the connection has ended */
async function serveLines(
  lines: LineLimit,
  first: FirstAnswers,
  serve: (input: PassThrough) => Promise<void>,
): Promise<void> {
  let rest: PassThrough | undefined;
  let ended: Promise<void> | undefined;
  for await (const line of untilBroken(lines)) {
    if (rest === undefined && first.answer(line)) continue;
    if (rest === undefined) {
      rest = new PassThrough();
      for (const missed of first.missed) rest.write(missed);
      ended = serve(rest);
    }
    if (!rest.write(line)) await Promise.race([once(rest, 'drain'), ended]);
  }
  rest?.end();
  await ended;
}

/** An input that breaks has ended. */
async function* untilBroken(lines: LineLimit): AsyncGenerator<Buffer> {
  try {
    yield* lines;
  } catch {
    // The input cannot be read any more.
  }
}

const callOfHook = new RegExp(
  `^[^"]*(?:"(?:jsonrpc|id)":\\s*"?[\\w:.-]+"?,\\s*)*"method":\\s*"tools/call",\\s*"params":\\s*\\{\\s*"name":\\s*"${hookTool.name}"`,
);
const invalidRequest = -32_600;

/** An agent would tell its person of a hook that fails, though nothing is to be said. */
function answerTooLong(id: string | number | undefined, head: string): object {
  if (id !== undefined && callOfHook.test(head))
    return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: silence }] } };
  const message = 'The request is larger than 1 MB and was not read. Send less of it.';
  return {
    jsonrpc: '2.0',
    ...(id === undefined ? {} : { id }),
    error: { code: invalidRequest, message },
  };
}
