import type { Outcome } from '../model/decision.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs } from '../model/provenance.ts';
import { believeHelper } from '../model/raise-trust.ts';

/**
 * A memory after what came of it. A person who says that it helped confirms it, and lends an agent's word the trust that it
 * lacked; nobody else's outcome raises trust. What went wrong is counted, not written here (`OutcomeCounts`).
 *
 * @param wasShownInFull a person vouches for no words that the card had cut off
 */
export function applyOutcome(
  item: MemoryItem,
  { kind, by, atMs }: Outcome,
  wasShownInFull: boolean,
): MemoryItem {
  const helped = kind === 'verified' || kind === 'accepted';
  if (!helped || by !== 'user') return item;
  const confirmed = { ...item, updatedAtMs: Math.max(item.updatedAtMs, atMs) };
  return isTrustedAs(item.trust, 'verified') || !wasShownInFull ? confirmed : believeHelper(confirmed);
}
