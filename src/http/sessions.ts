import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const secretBytes = 32;
/** An address that a browser is started with stands in the list of processes for a moment, for all users to read. */
const openingMs = 60_000;
const mostSessions = 64;

interface Session {
  /** Told to the page alone, which keeps it where no other port of this host reads it. */
  readonly key: string;
}

/** Sessions that are let in. Secrets live as long as the server. */
export class Sessions {
  /** Printed at the terminal; may be used again, in another browser. */
  readonly token = newSecret();
  /** For agents, who get none of the rights of a person with it. */
  readonly agentToken = newSecret();
  readonly #opening = new Map<string, number>();
  readonly #sessions = new Map<string, Session>();

  /** A token for the browser that is started with it: it lets in once, soon, and no other user. */
  openingToken(nowMs: number): string {
    const token = newSecret();
    this.#opening.set(digestOf(token), nowMs + openingMs);
    return token;
  }

  /**
   * @param isOwn whether a process of this user asks
   * @returns undefined for a token of another start, a used one, or one of another user
   */
  begin(
    token: string,
    nowMs: number,
    isOwn: () => boolean,
  ): { readonly cookie: string; readonly key: string } | undefined {
    if (!this.#admits(token, nowMs, isOwn)) return undefined;
    const cookie = newSecret();
    const key = newSecret();
    this.#sessions.set(digestOf(cookie), { key });
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > mostSessions && oldest !== undefined) this.#sessions.delete(oldest);
    return { cookie, key };
  }

  holds(cookie: string | undefined): boolean {
    return cookie !== undefined && this.#sessions.has(digestOf(cookie));
  }

  mayWrite(cookie: string, key: string | undefined): boolean {
    const session = this.#sessions.get(digestOf(cookie));
    return session !== undefined && key !== undefined && isSame(session.key, key);
  }

  /** A person's token lets an agent in too, and gives it no more. */
  admitsAgent(token: string): boolean {
    return isSame(token, this.agentToken) || isSame(token, this.token);
  }

  #admits(token: string, nowMs: number, isOwn: () => boolean): boolean {
    if (isSame(token, this.token)) return true;
    const untilMs = this.#opening.get(digestOf(token));
    return untilMs !== undefined && isOwn() && this.#opening.delete(digestOf(token)) && nowMs <= untilMs;
  }
}

function newSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** Looked up by its digest, a secret is not found out by how long that takes. */
function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(one)), Buffer.from(digestOf(other)));
}
