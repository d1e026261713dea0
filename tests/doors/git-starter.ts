import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { takeMessage, writeMessage } from './pipe-messages.ts';

/**
 * Starts git for a test's process, which is large: see `start-git-elsewhere.ts`. Run as `node git-starter.ts NAME COUNT REQUESTS
 * ANSWERS`: it connects COUNT times to an abstract socket, and each connection is, by its number, one stream of a child to come.
 * REQUESTS and ANSWERS are named pipes for children that are waited for.
 */
const [, , name, count, requests = '', answers = ''] = process.argv;

export interface StartRequest {
  readonly id: number;
  readonly start?: {
    readonly file: string;
    readonly words: readonly string[];
    readonly options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv };
    /** Numbers of connections; `null` for none. */
    readonly streams: readonly (number | null)[];
  };
  readonly kill?: NodeJS.Signals | number;
}

export interface StartReport {
  readonly id: number;
  readonly pid?: number | undefined;
  readonly ended?: { readonly code: number | null; readonly signal: NodeJS.Signals | null };
  readonly failure?: Failure;
}

export interface Failure {
  readonly message: string;
  readonly fields: object;
}

const streams = new Map<number, Socket>();
const running = new Map<number, ChildProcess>();
let opened = 0;

function openStream(): void {
  const stream = new Socket();
  // What comes is for the child, to its last byte.
  stream.pause();
  stream.on('error', () => undefined);
  streams.set(opened++, stream.connect(`\0${name}`));
}

function start(
  id: number,
  { file, words, options, streams: wanted }: NonNullable<StartRequest['start']>,
): void {
  const given = wanted.map((at) => (at === null ? undefined : streams.get(at)));
  const child = spawn(file, words, { ...options, stdio: given.map((stream) => stream ?? 'ignore') });
  running.set(id, child);
  const report = (told: Omit<StartReport, 'id'>) => process.send?.({ id, ...told } satisfies StartReport);
  child.once('error', (error) => report({ failure: failureOf(error) }));
  child.once('exit', (code, signal) => {
    running.delete(id);
    report({ ended: { code, signal } });
  });
  if (child.pid !== undefined) report({ pid: child.pid });
  for (const at of wanted) {
    if (at === null) continue;
    streams.get(at)?.destroy();
    streams.delete(at);
    openStream();
  }
}

function failureOf({ message, ...fields }: Error): Failure {
  return { message, fields };
}

async function answerRequests(): Promise<void> {
  const asked = openSync(requests, constants.O_RDWR | constants.O_NONBLOCK);
  const file = openSync(answers, 'r+');
  process.send?.({ id: -1 } satisfies StartReport);
  let held = Buffer.alloc(0);
  // A thread that waited in a read would wait at the end of this process, too.
  for await (const part of new Socket({ fd: asked, writable: false })) {
    held = Buffer.concat([held, part]);
    const taken = takeMessage<Parameters<typeof spawnSync>>(held);
    if (taken === undefined) continue;
    held = Buffer.alloc(0);
    const { error, ...result } = spawnSync(...taken);
    writeMessage(file, { ...result, failure: error && failureOf(error) });
  }
}

process.on('message', ({ id, start: wanted, kill }: StartRequest) => {
  if (wanted !== undefined) start(id, wanted);
  if (kill !== undefined) running.get(id)?.kill(kill);
});
process.on('disconnect', () => {
  for (const child of running.values()) child.kill('SIGKILL');
  process.exit();
});
for (let stream = 0; stream < Number(count); stream++) openStream();
await answerRequests();
