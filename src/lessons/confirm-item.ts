import type { ItemId } from '../model/brands.ts';
import type { MemoryItem } from '../model/memory-item.ts';
import { isTrustedAs } from '../model/provenance.ts';
import { takeOver } from '../model/raise-trust.ts';
import { fingerprintOf } from './prepare-item.ts';

/**
 * Fate of a known memory when the same is said again. `ignored`: the speaker is believed less than the memory.
 * `confirmed`: it is the same memory, newer. `replaced`: the repeated text is a memory of its own, and the known one
 * stays turned down, quarantined or superseded.
 */
export type Confirmation =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'confirmed'; readonly item: MemoryItem }
  | { readonly kind: 'replaced'; readonly retired: MemoryItem; readonly item: MemoryItem };

/**
 * Says a memory again in equal words (equal fingerprints). A person's word raises trust, so it brings its own texts: an
 * equal content may stand under a title, or beside a failure, that the person never read. A memory that was turned down
 * or waits for a person is not revived by being said again.
 * @param isTurnedDown a person said of the known memory that it was wrong
 */
export function confirmItem(known: MemoryItem, again: MemoryItem, isTurnedDown: boolean): Confirmation {
  if (!isTrustedAs(again.trust, known.trust)) return { kind: 'ignored' };
  if (again.trust !== 'user') return { kind: 'confirmed', item: refreshItem(known, again) };
  const holds = known.status === 'active' && !known.quarantined;
  if (holds && known.trust === 'user')
    return { kind: 'confirmed', item: vouchAgain(refreshItem(known, again), again) };
  if (holds && !isTurnedDown) return { kind: 'confirmed', item: takeOver(known, again) };
  return { kind: 'replaced', retired: retire(known, again), item: again };
}

/** A memory that was repeated by a speaker believed at least as much: its age and its places in the code start anew. */
export function refreshItem(known: MemoryItem, again: MemoryItem): MemoryItem {
  return {
    ...(known.archivedFor === 'age' ? revive(known) : known),
    updatedAtMs: Math.max(known.updatedAtMs, again.updatedAtMs),
    ...(again.anchors.length > 0 ? { anchors: again.anchors } : {}),
    ...(again.learnedAt === undefined ? {} : { learnedAt: again.learnedAt }),
    tags: [...new Set([...known.tags, ...again.tags])],
    references: [...new Set([...known.references, ...again.references])],
  };
}

/** A memory that was put away because its time was over is said again, so it is not over. */
function revive({ archivedFor: _, ...item }: MemoryItem): MemoryItem {
  return { ...item, status: 'active' };
}

/** A person says again a person's memory: earlier evidence against it counts no more. */
function vouchAgain(known: MemoryItem, { updatedAtMs, body }: MemoryItem): MemoryItem {
  const hardened = body?.kind === 'hard_rule' ? { ...known, body } : known;
  return { ...hardened, vouchedAtMs: Math.max(known.vouchedAtMs ?? updatedAtMs, updatedAtMs) };
}

/** Gives up the fingerprint, of which there is one in a scope; keeps the texts and the decisions about them. */
function retire(known: MemoryItem, { id, updatedAtMs }: MemoryItem): MemoryItem {
  return {
    ...known,
    fingerprint: fingerprintOf(['retired', known.id]),
    status: known.status === 'active' ? 'superseded' : known.status,
    supersededById: id,
    updatedAtMs: Math.max(known.updatedAtMs, updatedAtMs),
  };
}

/**
 * The text of a memory as an item of its own, for when the memory is given another one. It keeps the
 * fingerprint, of which there is one in a scope, so a repeat of this text leads to the memory.
 * @param edited the memory with its new text
 */
export function keepVersion(
  item: MemoryItem,
  edited: MemoryItem,
  { id, sinceMs, nowMs }: { readonly id: ItemId; readonly sinceMs: number; readonly nowMs: number },
): MemoryItem {
  const { lastAccessedAtMs: _, body, fingerprint, ...text } = item;
  const seen = body?.kind === 'variant' ? body.seen : undefined;
  return {
    ...text,
    id,
    body: { kind: 'version', fingerprint, ...(seen === undefined ? {} : { seen }) },
    fingerprint: edited.fingerprint === fingerprint ? fingerprintOf(['version', id]) : fingerprint,
    status: 'superseded',
    supersededById: item.id,
    relatedItems: [{ id: item.id, relation: 'depends_on' }],
    createdAtMs: sinceMs,
    updatedAtMs: nowMs,
    validToMs: nowMs,
    accessCount: 0,
  };
}
