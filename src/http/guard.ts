import { readFileSync } from 'node:fs';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { keyHeader } from './contract.ts';
import { DoorFault } from './problem.ts';
import type { Sessions } from './sessions.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On every answer, faults as well. */
const headers = {
  'content-security-policy': policy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
} as const;

export function protect(response: Response): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store');
  return response;
}

const names = ['127.0.0.1', 'localhost'];

/** A name in a foreign DNS may be made to lead here (DNS rebinding): only ours are known. */
export function requireOwnHost(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!names.some((name) => host === `${name}:${port()}`))
      throw new DoorFault('WRONG_HOST', `This is 127.0.0.1:${port()}, and nothing else.`);
    await next();
  };
}

/**
 * Refuses requests of other pages, also of another port here: any page can make a browser ask, but the browser names the
 * page. A program that names none must identify itself in a later step.
 */
export const refuseForeign: MiddlewareHandler = async ({ req }, next) => {
  const origin = req.header('origin');
  const site = req.header('sec-fetch-site');
  const isForeign =
    (origin !== undefined && origin !== `http://${req.header('host')}`) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (isForeign) throw new DoorFault('FOREIGN_ORIGIN', 'Another page asked this. Open the dashboard itself.');
  await next();
};

export const requireOwnPage: MiddlewareHandler = async ({ req }, next) => {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    if (req.header('origin') === undefined)
      throw new DoorFault('FOREIGN_ORIGIN', 'A request that sends something names its Origin.');
    const type = req.header('content-type') ?? '';
    if (!/^application\/json\s*(?:;|$)/i.test(type))
      throw new DoorFault('WRONG_CONTENT_TYPE', 'Send application/json.');
  }
  await next();
};

/** Cookies are kept for a host, whatever the port. */
const cookieName = (port: number) => `afterwit_${port}`;

export function giveCookie(context: Context, port: number, cookie: string): void {
  setCookie(context, cookieName(port), cookie, { httpOnly: true, sameSite: 'Strict', path: '/' });
}

/** An agent shows its token with every request, which no browser does by itself. */
export function requireAgent(sessions: Sessions): MiddlewareHandler {
  return async ({ req }, next) => {
    const [, token] = /^Bearer +(\S+)$/i.exec(req.header('authorization') ?? '') ?? [];
    if (token === undefined || !sessions.admitsAgent(token))
      throw new DoorFault('NO_SESSION', 'Send the agent token of this start: `Authorization: Bearer TOKEN`.');
    await next();
  };
}

/** Every request needs the cookie of a session; one that sends something needs its key, too. */
export function requireSession(sessions: Sessions, port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const cookie = getCookie(context, cookieName(port()));
    if (cookie === undefined || !sessions.holds(cookie))
      throw new DoorFault('NO_SESSION', 'This browser was not let in.');
    const { method } = context.req;
    if (method !== 'GET' && method !== 'HEAD' && !sessions.mayWrite(cookie, context.req.header(keyHeader)))
      throw new DoorFault('NO_SESSION', `What sends something has the key of its session in ${keyHeader}.`);
    await next();
  };
}

const tables = ['/proc/net/tcp', '/proc/net/tcp6'];

/** User of the process at the other end of a connection on this machine; undefined where the system does not tell, as on macOS. */
export function ownerOfConnection(itsPort: number, ourPort: number): number | undefined {
  const [its, ours] = [itsPort, ourPort].map((port) => port.toString(16).toUpperCase().padStart(4, '0'));
  // Addresses, state, two queues, timer, retransmissions, user: proc_net_tcp of the kernel's documentation.
  const row = new RegExp(`^ *\\d+: \\w+:${its} \\w+:${ours} \\w+ \\S+ \\S+ \\w+ +(\\d+)`, 'm');
  for (const table of tables) {
    const user = row.exec(readTable(table))?.[1];
    if (user !== undefined) return Number(user);
  }
  return undefined;
}

function readTable(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
