/**
 * Who says or asks something, and through which program. Stored with every memory when it is written and never upgraded
 * later.
 */
export interface Speaker {
  /** `unknown`: neither a person nor an agent could be made out. Nobody believes it more than an agent. */
  readonly kind: 'user' | 'agent' | 'unknown';
  /** Login name of a person, or of whoever is unknown; name of an agent: `ada`, `claude-code`. */
  readonly name: string;
  /** Interface used; `transcript`: read from what an agent wrote down of a session. */
  readonly source: 'cli' | 'mcp' | 'hook' | 'library' | 'transcript';
  /** Session of the agent, as the agent names it. */
  readonly session?: string;
}

/** `user:ada`, `agent:claude-code`, `unknown:ada`. */
export function principalOf({ kind, name }: Speaker): string {
  return `${kind}:${name}`;
}

/** `cli` for a person; `mcp:claude-code/5e0c…` for a session of an agent; `library:unknown`. */
export function originOf({ kind, name, source, session }: Speaker): string {
  if (kind === 'user') return source;
  if (kind === 'unknown') return `${source}:unknown`;
  return session === undefined ? `${source}:${name}` : `${source}:${name}/${session}`;
}

/** How far what somebody says is believed. */
export function believedAs({ kind }: Speaker): 'user' | 'agent' {
  return kind === 'user' ? 'user' : 'agent';
}
