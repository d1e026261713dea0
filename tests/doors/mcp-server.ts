import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { builtFile } from './built-file.ts';
import { programFile } from './run-program.ts';
import { startProcess } from './start-process.ts';

/** The command of a server over a fake memory. */
export function fakeServer(...words: readonly string[]) {
  return { command: process.execPath, args: [programFile('serve-fake-memory'), ...words] };
}

/** The command of the built server, over the real memory. */
export function realServer(...words: readonly string[]) {
  return { command: process.execPath, args: [builtFile('bin.js'), 'mcp', ...words] };
}

/** One JSON-RPC message, as loosely as it may come. */
interface WireMessage {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: WireResult;
  readonly error?: { readonly code: number; readonly message: string };
}

interface WireResult {
  readonly [field: string]: unknown;
  readonly content?: readonly { readonly type: string; readonly text: string }[];
  readonly isError?: boolean;
}

/** A server in a process of its own, spoken to line by line. */
interface RawServer {
  readonly process: ChildProcessWithoutNullStreams;
  /** All that came so far. Throws on a line that is no JSON. */
  messages(): readonly WireMessage[];
  stderr(): string;
  write(...messages: readonly object[]): void;
  /** The answer to a request, or the first message that fits. */
  answer(to: number | string | ((message: WireMessage) => boolean)): Promise<WireMessage>;
  /** Exit status, or the signal that ended it; and how long that took from now. */
  ended(): Promise<{ readonly status: number | string | null; readonly tookMs: number }>;
}

export function startServer(words: readonly string[] = []): RawServer {
  return startRaw([programFile('serve-fake-memory'), ...words]);
}

/** The built server, over an empty home. */
export function startBuiltServer(): RawServer {
  const home = mkdtempSync(join(tmpdir(), 'server-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  return startRaw([builtFile('bin.js'), 'mcp', '--repo', home, '--home', home]);
}

function startRaw(words: readonly string[]): RawServer {
  const { child: started, stdout, stderr, ended } = startProcess(words, { input: 'open' });
  const child = started as ChildProcessWithoutNullStreams;
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const messages = (): readonly WireMessage[] =>
    stdout()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as WireMessage);
  return {
    process: child,
    messages,
    stderr,
    write(...toSend) {
      child.stdin.write(toSend.map((message) => `${JSON.stringify(message)}\n`).join(''));
    },
    async answer(to) {
      const fits =
        typeof to === 'function' ? to : ({ id, method }: WireMessage) => id === to && method === undefined;
      for (;;) {
        const found = messages().find(fits);
        if (found !== undefined) return found;
        await once(child.stdout, 'data');
      }
    },
    async ended() {
      const startedAtMs = performance.now();
      const { status } = await ended;
      return { status: status ?? child.signalCode, tookMs: performance.now() - startedAtMs };
    },
  };
}

/** The opening messages of each era, and the fields of each of its requests. */
export const eras = {
  '2026-07-28': {
    opening: [],
    meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'Raw Client', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
  '2025-11-25': { opening: handshake('2025-11-25'), meta: undefined },
  '2025-06-18': { opening: handshake('2025-06-18'), meta: undefined },
} as const;

export type Era = keyof typeof eras;

function handshake(protocolVersion: string): readonly object[] {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'Raw Client', version: '1' } };
  return [
    { jsonrpc: '2.0', id: 'opening', method: 'initialize', params },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ];
}

/** A request of an era. */
export function requestOf(
  era: Era,
  id: number | string,
  method: string,
  { _meta, ...params }: { readonly _meta?: object; readonly [name: string]: unknown } = {},
): object {
  const meta = { ...eras[era].meta, ..._meta };
  return {
    jsonrpc: '2.0',
    id,
    method,
    params: { ...params, ...(Object.keys(meta).length > 0 && { _meta: meta }) },
  };
}

/** A call of a tool, in the newest era unless another is named. */
export function callOf(id: number | string, name: string, args: object, era: Era = '2026-07-28'): object {
  return requestOf(era, id, 'tools/call', { name, arguments: args });
}
