import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as operations from '../../src/api/operations.ts';
import { doorCodes } from '../../src/http/contract.ts';
import { some } from '../effort.ts';
import { enter, type OpenedServer, openServer } from './open-server.ts';

const codeOf = (text: string) => JSON.parse(text).code;

/** Bytes on the wire, and what came back first; empty where the connection was ended instead. */
function sendRaw({ port }: OpenedServer, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.setEncoding('latin1').once('data', (piece) => {
      resolve(String(piece));
      socket.destroy();
    });
    socket.on('error', () => undefined).once('close', () => resolve(''));
    socket.write(bytes);
  });
}

describe('a client without a session', () => {
  it('gets nothing, whatever is asked', async () => {
    const server = await openServer();
    const names = [...some(Object.keys(operations)), 'events', 'openapi.json', 'nothing'];
    const own = { origin: server.origin, 'content-type': 'application/json' };
    for (const path of names.map((name) => `/api/${name}`))
      for (const asked of [{}, { method: 'POST', headers: own, body: '{}' }]) {
        const { status, text } = await server.ask(path, asked);
        expect([status, codeOf(text)], path).toEqual([401, 'NO_SESSION']);
      }
  });

  it('gets nothing with another token, none, an empty one, or one that is no text', async () => {
    const server = await openServer();
    const headers = { origin: server.origin, 'content-type': 'application/json' };
    for (const token of [undefined, '', 'x', 7, null, [server.token], server.agentToken]) {
      const body = JSON.stringify({ token });
      const { status, headers: told } = await server.ask('/api/session', { method: 'POST', headers, body });
      expect(status, String(token)).toBe(401);
      expect(told['set-cookie']).toBeUndefined();
    }
  });

  it('gets nothing with a cookie of another server, or of another name', async () => {
    const [one, other] = [await openServer(), await openServer()];
    const { cookie = '' } = await enter(one);
    const renamed = cookie.replace(String(one.port), String(other.port));
    for (const stolen of [cookie, renamed]) {
      const { status } = await other.ask('/api/list', { headers: { cookie: stolen } });
      expect(status).toBe(401);
    }
  });
});

describe('a session', () => {
  it('is a cookie that no script reads and no other site sends', async () => {
    const server = await openServer();
    const headers = { origin: server.origin, 'content-type': 'application/json' };
    const body = JSON.stringify({ token: server.token });
    const { headers: told, text } = await server.ask('/api/session', { method: 'POST', headers, body });
    expect(told['set-cookie']).toEqual([
      expect.stringMatching(/^afterwit_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(JSON.parse(text)).toMatchObject({ speaker: { kind: 'user', name: 'ada' } });
    expect(text).not.toContain(server.token);
  });

  it('reads with the cookie, and sends with the key of that session alone', async () => {
    const server = await openServer();
    const [first, second] = [await enter(server), await enter(server)];
    expect((await server.ask('/api/list', { headers: { cookie: first.cookie } })).status).toBe(200);
    const send = (headers: Readonly<Record<string, string | undefined>>) =>
      server.ask('/api/list', { method: 'POST', headers: { ...headers }, body: '{}' });
    expect((await send(first)).status).toBe(200);
    expect((await send({ ...first, 'x-afterwit-key': second['x-afterwit-key'] })).status).toBe(401);
    const { 'x-afterwit-key': _, ...withoutKey } = first;
    expect((await send(withoutKey)).status).toBe(401);
  });
});

describe('another page', () => {
  const origins = ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost:1', 'file://'];

  it.each(origins)('of %s sends nothing, session or not', async (origin) => {
    const server = await openServer();
    const headers = { ...(await enter(server)), origin };
    const { status, text } = await server.ask('/api/list', { method: 'POST', headers, body: '{}' });
    expect([status, codeOf(text)]).toEqual([403, 'FOREIGN_ORIGIN']);
  });

  it.each(['cross-site', 'same-site'])('reads nothing, and hears no events (%s)', async (site) => {
    const server = await openServer();
    const { cookie } = await enter(server);
    for (const path of ['/api/list', '/api/events', '/api/openapi.json']) {
      const { status } = await server.ask(path, { headers: { cookie, 'sec-fetch-site': site } });
      expect(status, path).toBe(403);
    }
  });

  it('sends nothing as a form does, nor without an origin', async () => {
    const server = await openServer();
    const { origin, cookie, ...key } = await enter(server);
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      undefined,
    ]) {
      const headers = {
        origin,
        cookie,
        'x-afterwit-key': key['x-afterwit-key'],
        ...(type && { 'content-type': type }),
      };
      const { status } = await server.ask('/api/list', { method: 'POST', headers, body: '{}' });
      expect(status, type).toBe(doorCodes.WRONG_CONTENT_TYPE.status);
    }
    const { status } = await server.ask('/api/list', {
      method: 'POST',
      headers: { cookie, ...key },
      body: '{}',
    });
    expect(status).toBe(403);
  });

  it('is told of no permission by a preflight', async () => {
    const server = await openServer();
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await server.ask('/api/list', { method: 'OPTIONS', headers });
    expect(answer.status).toBe(403);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('may not have a name of its own lead here (DNS rebinding)', async () => {
    const server = await openServer();
    const { cookie } = await enter(server);
    const hosts = [
      'evil.example',
      `evil.example:${server.port}`,
      '127.0.0.1',
      `127.0.0.1:${server.port}.evil.example`,
      `127.0.0.2:${server.port}`,
    ];
    for (const host of hosts)
      for (const path of ['/', '/api/list', '/assets/x.js'])
        expect([400, 421], `${host} ${path}`).toContain(
          (await server.ask(path, { headers: { host, cookie } })).status,
        );
  });

  it('may not frame it, sniff types or keep answers, also of faults', async () => {
    const server = await openServer();
    const headers = await enter(server);
    for (const path of ['/', '/api/list', '/api/nothing', '/gone.js']) {
      const { headers: told } = await server.ask(path, { headers });
      expect(told['content-security-policy'], path).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(told['content-security-policy']).not.toContain('unsafe');
      expect(told).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(told['access-control-allow-origin']).toBeUndefined();
      expect(told['cache-control']).toBe('no-store');
    }
  });

  it('opens no WebSocket', async () => {
    const server = await openServer();
    const { cookie } = await enter(server);
    const answer = await sendRaw(
      server,
      `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nOrigin: https://evil.example\r\nCookie: ${cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('a body in pieces', () => {
  it('is read as any other, and no farther than a token is long before a session', async () => {
    const server = await openServer();
    const headers = { ...(await enter(server)), 'transfer-encoding': 'chunked' };
    const asked = { method: 'POST', headers, body: '{"limit":1}' };
    expect((await server.ask('/api/list', asked)).status).toBe(200);
    const long = { method: 'POST', headers, body: JSON.stringify({ token: 'x'.repeat(20_000) }) };
    const { status, text } = await server.ask('/api/session', long);
    expect([status, codeOf(text)]).toEqual([413, 'TOO_LARGE']);
    expect(server.faults).toEqual([]);
  });
});

describe('a fault', () => {
  it('repeats no secret of an address', async () => {
    const server = await openServer();
    const { cookie } = await enter(server);
    const secret = `ghp_${'aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA2bC4'}`;
    for (const path of [
      `list?in=${secret}`,
      `list?${secret}=1`,
      `show?id=${secret}`,
      secret,
      `list/${secret}`,
    ]) {
      const { status, text } = await server.ask(`/api/${path}`, { headers: { cookie } });
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(text, path).not.toContain(secret.slice(4, 16));
    }
  });
});

describe('an excessive request', () => {
  it('a body of a gigabyte is refused before it is read', async () => {
    const server = await openServer();
    const headers = await enter(server);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST /api/list HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${lines.join('')}`;
    expect(await sendRaw(server, `${head}Content-Length: 1000000000\r\n\r\n{`)).toMatch(
      /^(?:HTTP\/1\.1 413 |$)/,
    );
    const chunk = `100000\r\n${'x'.repeat(0x10_00_00)}\r\n`;
    expect(await sendRaw(server, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(12)}`)).toMatch(
      /^(?:HTTP\/1\.1 413 |$)/,
    );
    expect((await server.ask('/api/list', { headers })).status).toBe(200);
  });

  it('a flood of headers, or a long address, ends the connection', async () => {
    const server = await openServer();
    const head = `GET /api/list HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`;
    const flood = Array.from({ length: 5_000 }, (_, n) => `x-${n}: ${n}\r\n`).join('');
    expect(await sendRaw(server, `${head}${flood}\r\n`)).toMatch(/^(?:HTTP\/1\.1 431 |$)/);
    expect(await sendRaw(server, `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n\r\n`)).toMatch(
      /^(?:HTTP\/1\.1 4|$)/,
    );
  });

  it('a client that sends too slowly is disconnected', async () => {
    const server = await openServer({
      arrival: { headersTimeout: 200, requestTimeout: 400, connectionsCheckingInterval: 50 },
    });
    const answer = await sendRaw(server, 'GET / HTTP/1.1\r\nHost: 127');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(await sendRaw(server, '')).toBe('');
    const headers = await enter(server);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const head = `POST /api/list HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${lines.join('')}Content-Length: 100\r\n\r\n{`;
    expect(await sendRaw(server, head)).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  });

  it('nothing lies above the page', async () => {
    const server = await openServer();
    const paths = [
      '/../../package.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/assets/..%5c..%5cpackage.json',
      '//etc/passwd.txt',
      '/assets/%00.js',
    ];
    for (const path of paths) {
      const { status, text } = await server.ask(path);
      expect(status, path).toBe(404);
      expect(text).not.toContain('devDependencies');
    }
  });
});

const isAdministrator = process.platform === 'linux' && process.getuid?.() === 0;

describe('the address that a browser is started with', () => {
  /** Its token, as the list of processes shows it. */
  async function openedWith() {
    const folder = mkdtempSync(join(tmpdir(), 'http-opener-'));
    const told = join(folder, 'told');
    writeFileSync(
      join(folder, 'xdg-open'),
      `#!/bin/sh\necho "$1" > ${told}.new && mv ${told}.new ${told}\n`,
      {
        mode: 0o755,
      },
    );
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    vi.stubEnv('DISPLAY', ':0');
    vi.stubEnv('SSH_CONNECTION', undefined);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const opened = await openServer({ opens: true });
    const address = await vi.waitFor(() => readFileSync(told, 'utf8').trim(), { timeout: 10_000 });
    const token = new URLSearchParams(new URL(address).hash.slice(1)).get('token');
    const headers = { origin: opened.origin, 'content-type': 'application/json' };
    return { ...opened, asked: { method: 'POST', headers, body: JSON.stringify({ token }) } };
  }

  it.runIf(process.platform === 'linux')('lets in once', async () => {
    const { ask, asked } = await openedWith();
    expect((await ask('/api/session', asked)).status).toBe(200);
    expect((await ask('/api/session', asked)).status).toBe(401);
  });

  it.runIf(isAdministrator)('lets in no other user of the machine, who does not spend it', async () => {
    const { ask, origin, asked } = await openedWith();
    // Becomes another user once it runs: the program itself may lie where others do not read.
    const script = `process.setuid(65534); const answer = await fetch(${JSON.stringify(`${origin}/api/session`)}, ${JSON.stringify(asked)}); console.log(answer.status)`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(stdout.trim()).toBe('401');
    expect((await ask('/api/session', asked)).status).toBe(200);
  });
});
