import type { ChildProcess, SpawnOptions, SpawnSyncOptions, SpawnSyncReturns } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { createServer, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { inject } from 'vitest';
// Declares what `inject` gives.
import type {} from './bundle-programs.ts';
import type { Failure, StartReport, StartRequest } from './git-starter.ts';
import { readMessage, writeMessage } from './pipe-messages.ts';

/**
 * Has git started by a small process of its own. To start a child, Linux copies the page tables of its parent and drops them again:
 * 18 ms of the processor for one that has loaded all sources, 3 ms for one that has loaded nothing. Git reads and writes the same
 * kind of sockets as Node would give it, without anything between.
 */
const childProcess = createRequire(import.meta.url)(
  'node:child_process',
) as typeof import('node:child_process');

/** Streams that are ready: enough for what one test starts at once; beyond that this process starts git itself. */
const readyStreams = 48;
type Send = (request: Omit<StartRequest, 'id'>) => void;
type Stream = { readonly at: number; readonly socket: Socket };

/** A child of the starter, as its own parent would see it. */
class ChildElsewhere extends EventEmitter {
  pid: number | undefined;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  killed = false;
  readonly stdio: readonly (Socket | null)[];
  readonly #send: Send;
  #unclosed: number;

  constructor(stdio: readonly (Socket | null)[], send: Send) {
    super();
    this.stdio = stdio;
    this.#send = send;
    this.#unclosed = 1;
    for (const stream of stdio) {
      if (stream === null) continue;
      this.#unclosed++;
      stream.once('close', () => this.#close());
    }
  }

  get stdin() {
    return this.stdio[0];
  }
  get stdout() {
    return this.stdio[1];
  }
  get stderr() {
    return this.stdio[2];
  }

  begin(start: NonNullable<StartRequest['start']>): void {
    this.#send({ start });
  }

  kill(signal: NodeJS.Signals | number = 'SIGTERM'): boolean {
    if (this.exitCode !== null || this.signalCode !== null) return false;
    this.killed = true;
    // At once, as a parent does it: what is read after this must not be what it still prints.
    try {
      if (this.pid === undefined) this.#send({ kill: signal });
      else process.kill(this.pid, signal);
      return true;
    } catch (fault) {
      // It has ended, and that is not yet told.
      if ((fault as NodeJS.ErrnoException).code === 'ESRCH') return false;
      throw fault;
    }
  }

  hear({ pid, ended, failure }: StartReport): void {
    if (pid !== undefined) {
      this.pid = pid;
      this.emit('spawn');
    }
    if (failure !== undefined) {
      this.emit('error', Object.assign(new Error(failure.message), failure.fields));
      this.exitCode = -1;
    }
    if (ended !== undefined) {
      this.exitCode = ended.code;
      this.signalCode = ended.signal;
      this.emit('exit', ended.code, ended.signal);
    }
    if (ended === undefined && failure === undefined) return;
    this.stdin?.destroy();
    // What is read by none holds up no end.
    for (const stream of [this.stdout, this.stderr])
      if (stream?.readableFlowing === null && stream.listenerCount('readable') === 0) stream.resume();
    this.#close();
  }

  #close(): void {
    if (--this.#unclosed === 0) this.emit('close', this.exitCode, this.signalCode);
  }
}

/** What a starter takes on; the rest this process does itself. */
const known = new Set(['cwd', 'env', 'input', 'maxBuffer', 'encoding']);
const { spawn, spawnSync } = childProcess;

type Spawn = (file: string, words: readonly string[], options: SpawnOptions) => ChildProcess;
type SpawnSync = (
  file: string,
  words: readonly string[],
  options: SpawnSyncOptions,
) => SpawnSyncReturns<string | Buffer>;

async function openStarter(): Promise<{ readonly spawn: Spawn; readonly spawnSync: SpawnSync }> {
  const ready: Stream[] = [];
  const children = new Map<number, ChildElsewhere>();
  let accepted = 0;
  let started = 0;
  const name = `afterwit-git-${process.pid}`;
  const server = createServer((socket) => {
    socket.unref();
    ready.push({ at: accepted++, socket });
  });
  await once(server.listen(`\0${name}`), 'listening');
  server.unref();
  const folder = mkdtempSync(join(dirname(inject('programs')), 'git-'));
  const pipes = ['requests', 'answers'].map((pipe) => join(folder, pipe));
  childProcess.execFileSync('mkfifo', pipes);
  const starter = childProcess.fork(
    join(import.meta.dirname, 'git-starter.ts'),
    [name, String(readyStreams), ...pipes],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
    },
  );
  await once(starter, 'message');
  const [requests = -1, answers = -1] = pipes.map((pipe, at) => openSync(pipe, at === 0 ? 'r+' : 'r'));
  rmSync(folder, { recursive: true });
  starter.on('message', (report: StartReport) => {
    children.get(report.id)?.hear(report);
    if (report.ended !== undefined || report.failure !== undefined) children.delete(report.id);
  });
  // After its listeners, which would hold this process.
  starter.unref();
  starter.channel?.unref();

  return {
    spawn(file, words, { cwd = process.cwd(), env = process.env, stdio, ...rest }) {
      const kinds = Array.isArray(stdio) ? stdio : [];
      const isKnown = kinds.length === 3 && kinds.every((kind) => kind === 'pipe' || kind === 'ignore');
      const others = Object.keys(rest).filter((option) => option !== 'windowsHide');
      if (!isKnown || others.length > 0 || ready.length < kinds.length || !starter.connected)
        return spawn(file, words, { cwd, env, stdio, ...rest });
      const streams = kinds.map((kind) => (kind === 'pipe' ? (ready.shift() ?? null) : null));
      const id = started++;
      const child = new ChildElsewhere(
        streams.map((stream) => stream?.socket.ref() ?? null),
        (request) => starter.connected && starter.send({ id, ...request } satisfies StartRequest),
      );
      children.set(id, child);
      const options = { cwd: String(cwd), env: { ...env } };
      child.begin({ file, words, options, streams: streams.map((stream) => stream?.at ?? null) });
      return child as unknown as ChildProcess;
    },
    spawnSync(file, words, options) {
      if (Object.keys(options).some((option) => !known.has(option)) || !starter.connected)
        return spawnSync(file, words, options);
      writeMessage(requests, [
        file,
        words,
        { cwd: process.cwd(), ...options, env: { ...(options.env ?? process.env) } },
      ]);
      const { failure, ...result } = readMessage<
        SpawnSyncReturns<string | Buffer> & { readonly failure?: Failure }
      >(answers);
      const error = failure && Object.assign(new Error(failure.message), failure.fields);
      const bytes = (text: string | Buffer) => (typeof text === 'string' ? text : Buffer.from(text));
      return {
        ...result,
        ...(error && { error }),
        ...(result.stdout && { stdout: bytes(result.stdout), stderr: bytes(result.stderr) }),
      };
    },
  };
}

// Files that share a process share this too. Elsewhere sockets have no names without a file.
if (process.platform === 'linux' && childProcess.spawn.name !== 'spawnElsewhere') {
  const starter = await openStarter();
  const isGit = (file: string, words: unknown) => basename(file) === 'git' && Array.isArray(words);
  const spawnElsewhere: Spawn = (file, words, options) =>
    isGit(file, words) ? starter.spawn(file, words, options ?? {}) : spawn(file, words, options);
  const spawnSyncElsewhere: SpawnSync = (file, words, options) =>
    isGit(file, words) ? starter.spawnSync(file, words, options ?? {}) : spawnSync(file, words, options);
  Object.assign(childProcess, { spawn: spawnElsewhere, spawnSync: spawnSyncElsewhere });
  syncBuiltinESMExports();
}
