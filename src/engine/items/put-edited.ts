import { fingerprintOf } from '../../lessons/fingerprint.ts';
import { keepVersion } from '../../lessons/keep-version.ts';
import type { ContradictionSettings } from '../../lessons/options.ts';
import type { ItemId } from '../../model/brands.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader, MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { ownerOf, versionsOf } from '../memory/find-item.ts';
import { linkSuccession } from './link-succession.ts';

/** When a text was given up for another, and under which id it is kept. */
export interface EditMoment {
  readonly versionId: ItemId;
  readonly nowMs: number;
  /** Default: what is contradicted is looked for. */
  readonly contradiction?: ContradictionSettings | undefined;
}

/**
 * Writes a memory with its new text, and the text it had before as a version of it. What contradicts the new text gives way to it, as
 * to a memory that is said now.
 * @throws INVALID_ARGUMENT when another memory has this text
 */
export function putEdited(
  transaction: MemoryTransaction,
  { item, edited }: { readonly item: MemoryItem; readonly edited: MemoryItem },
  { versionId, nowMs, contradiction }: EditMoment,
): { readonly item: MemoryItem; readonly before: MemoryItem } {
  requireOwnWords(transaction, edited);
  const [latest] = versionsOf(transaction, item.id);
  const sinceMs = latest?.validToMs ?? item.createdAtMs;
  const before = keepVersion(item, edited, { id: versionId, sinceMs, nowMs });
  releaseWords(transaction, edited);
  // First the memory, then its version: there is one fingerprint in a scope.
  transaction.putItem(edited, itemTerms(edited));
  transaction.putItem(before, itemTerms(before));
  return {
    item: linkSuccession(edited, transaction, { settings: contradiction, saidAtMs: nowMs }).item,
    before,
  };
}

/** @throws INVALID_ARGUMENT when another memory has this text; a version of the memory itself is none */
export function requireOwnWords(reader: ItemReader, { id, scope, fingerprint }: MemoryItem): void {
  const other = reader.itemByFingerprint(scope, fingerprint);
  if (other === undefined || other.id === id || ownerOf(reader, other).id === id) return;
  throw new AfterwitError(
    'INVALID_ARGUMENT',
    `Another memory, ${other.id.slice(0, 8)}, has the same text already. Reject this one (\`afterwit review reject ${id.slice(0, 8)}\`), or choose another wording.`,
    { data: { id, otherId: other.id } },
  );
}

/** A version that has the text which is the memory's again gives up the fingerprint. */
function releaseWords(transaction: MemoryTransaction, { id, scope, fingerprint }: MemoryItem): void {
  const version = transaction.itemByFingerprint(scope, fingerprint);
  if (version === undefined || version.id === id) return;
  const released = { ...version, fingerprint: fingerprintOf(['version', version.id]) };
  transaction.putItem(released, itemTerms(released));
}
