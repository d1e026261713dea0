import type { Outcome } from '../model/decision.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs } from '../model/trust.ts';

/**
 * A memory after an outcome. A person who says that it helped confirms it and raises the trust of an agent's memory; no
 * other outcome raises trust. Negative outcomes are only counted (`OutcomeCounts`) and do not change the memory.
 */
export function applyOutcome(item: MemoryItem, { kind, by, atMs }: Outcome): MemoryItem {
  const helped = kind === 'verified' || kind === 'accepted';
  if (!helped || by !== 'user') return item;
  const updatedAtMs = Math.max(item.updatedAtMs, atMs);
  return isTrustedAs(item.trust, 'verified')
    ? { ...item, updatedAtMs }
    : { ...item, updatedAtMs, trust: 'verified' };
}
