/**
 * Person or agent that says or asks something, and the program in use. Stored with every memory when it is written and
 * never upgraded later.
 */
export interface Speaker {
  /** `unknown`: neither a person nor an agent could be made out; it is believed no more than an agent. */
  readonly kind: 'user' | 'agent' | 'unknown';
  /** Login name of a person or an unknown speaker; name of an agent: `ada`, `claude-code`. */
  readonly name: string;
  /** Interface used; `transcript`: read from an agent's record of a session. */
  readonly source: 'cli' | 'mcp' | 'hook' | 'library' | 'transcript';
  /** Session of the agent, as the agent names it. */
  readonly session?: string;
}

/** `user:ada`, `agent:claude-code`, `unknown:ada`. */
export function principalOf({ kind, name }: Speaker): string {
  return `${kind}:${name}`;
}

/** Begins the principal of a memory that a colleague's machine signed: `colleague:ada`. */
export const colleaguePrefix = 'colleague:';

/** `cli` for a person; `mcp:claude-code/5e0c…` for a session of an agent; `library:unknown`. */
export function originOf({ kind, name, source, session }: Speaker): string {
  if (kind === 'user') return source;
  if (kind === 'unknown') return `${source}:unknown`;
  return session === undefined ? `${source}:${name}` : `${source}:${name}/${session}`;
}

/** How far a speaker's words are believed. */
export function believedAs({ kind }: Speaker): 'user' | 'agent' {
  return kind === 'user' ? 'user' : 'agent';
}

/**
 * How far a memory is believed, least first. `untrusted`: commit and issue texts, output of tools.
 * `imported`: rule files. `agent`: said by an agent, unconfirmed. `verified`: confirmed by a person, or by
 * two principals and a passing check. `user`: said by a person.
 */
export const trustLevels = ['untrusted', 'imported', 'agent', 'verified', 'user'] as const;
export type Trust = (typeof trustLevels)[number];

/** Trust of a text derived from several memories: the lowest of theirs; `untrusted` when there are none. */
export function leastTrust(trusts: readonly Trust[]): Trust {
  return trustLevels.find((level) => trusts.includes(level)) ?? 'untrusted';
}

/** Whether `trust` is at least as high as `other`. */
export function isTrustedAs(trust: Trust, other: Trust): boolean {
  return trustLevels.indexOf(trust) >= trustLevels.indexOf(other);
}

/**
 * Whether a newer word takes the place of an older one without a person. A rule of the repository's files is shown
 * unasked, and the word of an agent or a transcript is not: that would only take the rule away.
 */
export function mayReplace(newer: Trust, older: Trust): boolean {
  return isTrustedAs(newer, older === 'imported' ? 'verified' : older);
}

/**
 * Where a memory holds: `global`, `repo:<id>`, `workspace:<id>`, `skill:<name>`, `user:<name>` or `team:<name>`. A
 * reader names the scopes it reads and sees only their memories; no memory moves from one scope to another by itself.
 */
export type Scope = string & { readonly __brand: 'Scope' };

export const scopeKinds = ['global', 'repo', 'workspace', 'skill', 'user', 'team'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** Kinds that a speaker may name to write in: their own scope of each is meant. */
export const writableScopes = ['repo', 'user', 'global', 'workspace', 'skill', 'team'] as const;
export type WritableScope = (typeof writableScopes)[number];

export const globalScope = 'global' as Scope;

/** Scope of a kind, such as `repo:2f1c…`. The name follows the colon and may not be empty. */
export function scopeOf(kind: Exclude<ScopeKind, 'global'>, name: string): Scope {
  return `${kind}:${name}` as Scope;
}

export function scopeKindOf(scope: Scope): ScopeKind {
  const kind = scope.split(':', 1)[0];
  return scopeKinds.find((known) => known === kind) ?? 'global';
}
