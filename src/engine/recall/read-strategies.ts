import { isExpired } from '../../lifecycle/expiry.ts';
import type { PreferenceBody } from '../../model/preference-body.ts';
import type { Scope } from '../../model/scope.ts';
import { isTrustedAs } from '../../model/trust.ts';
import type { ItemReader } from '../../ports/item-store.ts';

/** Strategies that somebody trusted wants or does not want here, the latest word first. */
export function readStrategies(
  reader: ItemReader,
  scopes: readonly Scope[],
  nowMs: number,
): readonly PreferenceBody[] {
  return reader
    .items({
      scopes,
      kinds: ['lesson'],
      types: ['preference'],
      statuses: ['active'],
      quarantined: false,
      bodyKind: 'preference',
    })
    .filter((item) => isTrustedAs(item.trust, 'verified') && !isExpired(item, nowMs))
    .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs)
    .flatMap(({ body }) => (body?.kind === 'preference' ? [body] : []));
}
