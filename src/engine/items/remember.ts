import { confirmItem } from '../../lessons/confirm-item.ts';
import type { FailureReport } from '../../model/failure.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { RememberedItem } from '../../model/recollection.ts';
import type { MemoryTransaction } from '../../ports/memory-store.ts';
import { itemTerms } from '../../retrieval/item-terms.ts';
import { recordIssue } from '../issues/record-issue.ts';
import { type DraftRequest, draftItem, type RememberSurroundings } from './draft-item.ts';

export interface RememberItemRequest
  extends Pick<DraftRequest, 'content' | 'title' | 'type' | 'scope' | 'tags' | 'files' | 'speaker'> {
  /** The failure that the content resolves. */
  readonly failure?: FailureReport;
}

/**
 * What was said → an item, redacted and bound to its origin → anchors → its card, counted → one transaction: a memory of
 * the same fingerprint is confirmed, any other is added along with its terms. What resolves a failure is an issue.
 *
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE, FILE_NOT_FOUND, and the store's errors
 */
export async function remember(
  request: RememberItemRequest,
  surroundings: RememberSurroundings,
): Promise<RememberedItem> {
  const { failure, content, ...said } = request;
  if (failure !== undefined) {
    const { kind, variant, redactedSecrets } = await recordIssue(
      { ...said, fix: content, failure },
      surroundings,
    );
    const isNew = kind === 'created' || kind === 'split';
    return {
      kind: variant.quarantined ? 'quarantined' : isNew ? 'added' : 'known',
      item: variant,
      redactedSecrets,
    };
  }
  const { item, redactedSecrets } = await draftItem({ content, ...said }, surroundings);
  return await surroundings.store.transact((transaction) => ({
    ...upsertItem(item, transaction),
    redactedSecrets,
  }));
}

function upsertItem(item: MemoryItem, transaction: MemoryTransaction): Pick<RememberedItem, 'kind' | 'item'> {
  const known = transaction.itemByFingerprint(item.scope, item.fingerprint);
  if (known === undefined) {
    transaction.putItem(item, itemTerms(item));
    return { kind: item.quarantined ? 'quarantined' : 'added', item };
  }
  const confirmed = confirmItem(known, item);
  if (confirmed !== known) transaction.putItem(confirmed, itemTerms(confirmed));
  return { kind: confirmed.quarantined ? 'quarantined' : 'known', item: confirmed };
}
