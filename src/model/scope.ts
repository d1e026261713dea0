/**
 * Where a memory holds: `global`, `repo:<id>`, `workspace:<id>`, `skill:<name>`, `user:<name>` or `team:<name>`. A
 * reader names the scopes it reads and sees only their memories; no memory moves from one scope to another by itself.
 */
export type Scope = string & { readonly __brand: 'Scope' };

export const scopeKinds = ['global', 'repo', 'workspace', 'skill', 'user', 'team'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

/** Kinds that somebody may name to write in: the own one of each is meant. */
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
