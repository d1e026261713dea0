/**
 * Where a memory holds: `global`, `repo:<id>`, `workspace:<id>`, `skill:<name>`, `user:<name>` or `team:<name>`. Memories of
 * a scope are seen by whoever reads a set of scopes that holds it; nothing crosses from one into another by itself.
 */
export type Scope = string & { readonly __brand: 'Scope' };

export const scopeKinds = ['global', 'repo', 'workspace', 'skill', 'user', 'team'] as const;
export type ScopeKind = (typeof scopeKinds)[number];

export const globalScope = 'global' as Scope;

/** Scope of a kind, `repo:2f1c…` say. The name is what follows the colon; it may not be empty. */
export function scopeOf(kind: Exclude<ScopeKind, 'global'>, name: string): Scope {
  return `${kind}:${name}` as Scope;
}

export function scopeKindOf(scope: Scope): ScopeKind {
  const kind = scope.split(':', 1)[0];
  return scopeKinds.find((known) => known === kind) ?? 'global';
}
