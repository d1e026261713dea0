/**
 * Who says or asks something, and through which program. Stored with every memory when it is written and never upgraded
 * later.
 */
export interface Speaker {
  readonly kind: 'user' | 'agent';
  /** Login name of a person, name of an agent: `ada`, `claude-code`. */
  readonly name: string;
  /** Interface used. */
  readonly source: 'cli' | 'mcp' | 'hook' | 'library';
  /** Session of the agent, as the agent names it. */
  readonly session?: string;
}

/** `user:ada`, `agent:claude-code`. */
export function principalOf({ kind, name }: Speaker): string {
  return `${kind}:${name}`;
}

/** `cli` for a person; `mcp:claude-code/5e0c…` for a session of an agent. */
export function originOf({ kind, name, source, session }: Speaker): string {
  if (kind === 'user') return source;
  return session === undefined ? `${source}:${name}` : `${source}:${name}/${session}`;
}
