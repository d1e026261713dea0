import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { runOperation } from '../api/call.ts';
import { isObject, readInput } from '../api/check-input.ts';
import type { Operation } from '../api/operation.ts';
import * as table from '../api/operations.ts';
import { invalidArgument } from '../model/errors.ts';
import type { Speaker } from '../model/provenance.ts';
import type { McpOverHttp } from '../model/server.ts';
import { redactFault } from '../open/redact-fault.ts';
import { atTerminalOnly, type SessionAnswer } from './contract.ts';
import type { EventStreams } from './event-streams.ts';
import {
  giveCookie,
  ownerOfConnection,
  protect,
  refuseForeign,
  requireAgent,
  requireOwnHost,
  requireOwnPage,
  requireSession,
} from './guard.ts';
import { openApiOf } from './openapi.ts';
import type { OpenedMemories } from './opened-memories.ts';
import { answerProblem, DoorFault, problemOf } from './problem.ts';
import { offeredFields, readQuery } from './read-query.ts';
import type { Sessions } from './sessions.ts';

/** A log of a failure may be as long; a text that a person types or pastes is far shorter. */
const mostBodyBytes = 9_000_000;
/** Before a session, as many connections as there may be send one each. */
const mostTokenBytes = 10_000;

export interface AppDependencies {
  readonly port: () => number;
  readonly sessions: Sessions;
  readonly memories: OpenedMemories;
  readonly streams: EventStreams;
  readonly files: (path: string) => Promise<Response>;
  /** Opened by the first agent that asks. */
  readonly mcp: (() => Promise<McpOverHttp>) | undefined;
  readonly speaker: Speaker;
  readonly version: string;
  readonly nowMs: () => number;
  /** Told of a fault that the caller is told nothing of. */
  readonly onFault: (fault: unknown) => void;
  /** Called at each request that was let in. */
  readonly onUse: () => void;
}

type AnyRun = Operation & { readonly run: (input: never, on: never) => unknown };

const operations = new Map(Object.entries(table as unknown as Readonly<Record<string, AnyRun>>));

/** All routes, each behind the guards: no request is answered before its session and its page are checked. */
export function createApp(dependencies: AppDependencies): Hono<{ Bindings: HttpBindings }> {
  const { port, sessions, memories, streams, files, mcp, speaker, version, nowMs, onFault, onUse } =
    dependencies;
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.onError((fault) => {
    if (problemOf(fault).code === 'INTERNAL') onFault(fault);
    return protect(answerProblem(redactFault(fault)));
  });
  app.use(async (context, next) => {
    await next();
    context.res = protect(context.res);
  });
  app.use(requireOwnHost(port));
  app.use(refuseForeign);
  app.use('/api/*', requireOwnPage);

  app.post('/api/session', async (context) => {
    const { token } = await readBody(context.req.raw, mostTokenBytes);
    const isOwn = () => isOwnProcess(context.env.incoming, port());
    const begun = typeof token === 'string' ? sessions.begin(token, nowMs(), isOwn) : undefined;
    if (begun === undefined)
      throw new DoorFault('NO_SESSION', 'The token is of another start, or was used before.');
    giveCookie(context, port(), begun.cookie);
    onUse();
    const { kind, name } = speaker;
    return context.json({ key: begun.key, speaker: { kind, name }, version } satisfies SessionAnswer);
  });

  app.use('/api/*', requireSession(sessions, port), async (_, next) => {
    onUse();
    await next();
  });
  app.get('/api/events', (context) => streams.open(context.req.raw.signal));
  app.get('/api/openapi.json', (context) =>
    context.json(
      openApiOf(
        [...operations.values()].filter(({ name }) => !atTerminalOnly.includes(name)),
        version,
      ),
    ),
  );
  app.get('/api/:operation', async ({ req }) => {
    const operation = operationOf(req.param('operation'));
    if (!operation.reads)
      throw new DoorFault('ONLY_READING', `${operation.name} changes something. Ask it with POST.`);
    const { in: repository, ...query } = req.queries();
    const input = readQuery(operation.name, offeredFields(operation.input), query);
    return await answer(memories, operation, input, repository?.[0], req.raw.signal);
  });
  app.post('/api/:operation', async ({ req }) => {
    const operation = operationOf(req.param('operation'));
    return await answer(memories, operation, await readBody(req.raw), req.query('in'), req.raw.signal);
  });
  app.all('/api/*', () => {
    throw new DoorFault('NOT_FOUND', 'There is no such address. /api/openapi.json lists all.');
  });
  if (mcp !== undefined)
    app.all('/mcp', requireAgent(sessions), async ({ req }) => {
      onUse();
      return await (await mcp()).answer(req.raw);
    });
  app.get('*', async ({ req }) => await files(req.path));
  app.notFound(() => protect(answerProblem(new DoorFault('NOT_FOUND', 'There is no such address.'))));
  return app;
}

function operationOf(name: string): AnyRun {
  const operation = operations.get(name);
  if (operation === undefined)
    throw new DoorFault('NOT_FOUND', 'There is no such operation. /api/openapi.json lists all.');
  if (atTerminalOnly.includes(name))
    throw new DoorFault(
      'AT_TERMINAL_ONLY',
      `Run \`afterwit ${name}\` at a terminal: it takes away what this server stands on.`,
    );
  return operation;
}

async function readBody(
  request: Request,
  mostBytes = mostBodyBytes,
): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(request, mostBytes);
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text);
  } catch {
    // Told below.
  }
  if (isObject(body)) return body;
  throw invalidArgument('The body is no JSON object. Send the fields of the operation.');
}

/** Read no farther than it may be long, whatever length it says that it has. */
async function readText({ headers, body }: Request, mostBytes: number): Promise<string> {
  const tooLarge = () => new DoorFault('TOO_LARGE', `This request has ${mostBytes / 1_000} kB at most.`);
  if (Number(headers.get('content-length')) > mostBytes) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > mostBytes) throw tooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

async function answer(
  memories: OpenedMemories,
  operation: AnyRun,
  handed: unknown,
  repositoryId: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const { name, input: its, of, isLazy } = operation;
  const read = readInput(name, offeredFields(its), handed, { strict: true });
  const input = 'signal' in its ? { ...read, signal } : read;
  const respond = async (on: unknown): Promise<Response> => {
    const found = await runOperation(operation, input, on as never);
    if (!isLazy) return Response.json(found ?? null);
    // Read to its end while what it is read from is open.
    return new Response([...(found as Iterable<unknown>)].map(toLine).join(''), {
      headers: { 'content-type': 'application/jsonl' },
    });
  };
  return of === 'home'
    ? await memories.withHome(repositoryId, respond)
    : await memories.withRepository(repositoryId, respond);
}

function toLine(piece: unknown): string {
  return typeof piece === 'string' ? piece : `${JSON.stringify(piece)}\n`;
}

const administrator = 0;

/** Whether this user's process asks, or the administrator's, who may read all; true where the system does not tell. */
function isOwnProcess({ socket }: HttpBindings['incoming'], ourPort: number): boolean {
  const owner = ownerOfConnection(socket.remotePort ?? 0, ourPort);
  return owner === undefined || owner === administrator || owner === process.getuid?.();
}
