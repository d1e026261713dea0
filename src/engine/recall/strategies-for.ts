import { type ExpiryTerms, isExpired } from '../../lifecycle/expiry.ts';
import type { PreferenceBody } from '../../model/item-body.ts';
import { isTrustedAs, type Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import type { MatchedCandidate } from './match-candidates.ts';

interface Standpoint extends Pick<ExpiryTerms, 'nowMs' | 'settings'> {
  readonly scopes: readonly Scope[];
}

/** Only fixes follow strategies, and where none is near there is nothing to judge by them. */
export function strategiesFor(
  matched: readonly MatchedCandidate[],
  reader: ItemReader,
  standpoint: Standpoint,
): readonly PreferenceBody[] {
  const isFixNear = matched.some(
    ({ item, strength }) => item.body?.kind === 'variant' && strength !== 'different',
  );
  return isFixNear ? readStrategies(reader, standpoint) : [];
}

/** Strategies that somebody trusted wants or does not want here, the latest word first. */
function readStrategies(reader: ItemReader, { scopes, ...terms }: Standpoint): readonly PreferenceBody[] {
  return reader
    .items({
      scopes,
      kinds: ['lesson'],
      types: ['preference'],
      statuses: ['active'],
      quarantined: false,
      bodyKind: 'preference',
    })
    .filter((item) => isTrustedAs(item.trust, 'verified') && !isExpired(item, terms))
    .toSorted((a, b) => b.updatedAtMs - a.updatedAtMs)
    .flatMap(({ body }) => (body?.kind === 'preference' ? [body] : []));
}
