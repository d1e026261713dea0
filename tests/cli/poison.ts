import { outcomeKinds } from '../../src/model/decision.ts';
import { gateActions, omissionReasons, refusalReasons } from '../../src/model/gate.ts';
import { itemStatuses, itemTypes } from '../../src/model/memory-item.ts';
import { trustLevels } from '../../src/model/provenance.ts';

/** The same value with every text in it, but ids and kinds that code reads, made hostile. */
export function poison<T>(value: T, text: () => string, key = ''): T {
  if (typeof value === 'string') return (isRead(key, value) ? value : text()) as T;
  if (Array.isArray(value)) return value.map((element) => poison(element, text, key)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, poison(part, text, name)]),
  ) as T;
}

/** Words of the model that are looked up in tables; whatever else stands in their place is poisoned. */
const lookedUp = new Set<string>([
  ...[...refusalReasons, ...omissionReasons, ...gateActions, ...trustLevels],
  ...[...itemTypes, ...itemStatuses, ...outcomeKinds],
  ...['same', 'similar', 'different', 'none', 'fresh', 'drifted', 'stale', 'orphaned'],
  ...['asked', 'after_failure', 'crosses_scope', 'untrusted_origin', 'unverified'],
  ...['claude-code', 'codex', 'added', 'revived', 'needs_review', 'not_json'],
  ...['verified', 'resolved', 'unresolved', 'match', 'ambiguous', 'abstain'],
]);

function isRead(key: string, value: string): boolean {
  if (lookedUp.has(value)) return true;
  return ['kind', 'status', 'relation', 'result', 'state'].includes(key) && value !== 'closed';
}
