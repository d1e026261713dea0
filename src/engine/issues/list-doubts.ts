import type { DoubtList } from '../../model/issue-list.ts';
import type { Scope } from '../../model/scope.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import { readIssueParts, viewVariant } from './issue-parts.ts';

/** Variants that wait for a person because they may be another one or contradict it, each beside that one; oldest first. */
export function listDoubts(reader: ItemReader, scopes?: readonly Scope[]): DoubtList {
  const parts = readIssueParts(reader, scopes);
  const variants = [...parts.variantsOf.values()].flat();
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const doubts = variants
    .filter(({ status, quarantined }) => status === 'active' && quarantined)
    .sort((a, b) => a.createdAtMs - b.createdAtMs)
    .flatMap((variant) => {
      if (variant.body?.kind !== 'variant' || variant.body.doubt === undefined) return [];
      const { kind, variantId } = variant.body.doubt;
      const known = byId.get(variantId);
      return {
        kind,
        variant: viewVariant(reader, variant, parts),
        ...(known === undefined ? {} : { known: viewVariant(reader, known, parts) }),
      };
    });
  return { doubts };
}
