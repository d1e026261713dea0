import type { MemoryItem } from './memory-item.ts';
import { principalOf, type Speaker } from './speaker.ts';

/**
 * Every way in which a text comes to be believed more than whoever said it first. Each raises the trust of the very text that a
 * person said or read, and of no other (`docs/security.md`). Nothing outside of this file writes a higher trust into a memory;
 * `tests/trust` drives every way over every origin and state.
 */
export const trustRaisingPaths = {
  say_again: 'a person says in equal words what an agent said: the memory takes the texts of the person',
  record_again:
    'a person records the fix of a failure in equal words: likewise, with the failure as the person gave it',
  approve: 'a person approves a memory as it is printed',
  reword: 'a person approves a memory in other words, which take the place of its own',
  decide_doubt: 'a person keeps a doubtful variant, beside the known one or in its place',
  helped: 'a person says of a memory, shown to its end, that it helped',
  import_vouched: 'a person says that a file is their own export: what it claims is believed',
  restore: 'a person puts a copy of the memory in its place',
} as const;
export type TrustRaisingPath = keyof typeof trustRaisingPaths;

/** A known memory in the words of a person who said the same: nothing that only its first teller wrote is left to be shown. */
export function takeOver(known: MemoryItem, again: MemoryItem): MemoryItem {
  const { updatedAtMs, body } = again;
  return {
    ...again,
    id: known.id,
    createdAtMs: known.createdAtMs,
    accessCount: known.accessCount,
    ...(known.lastAccessedAtMs === undefined ? {} : { lastAccessedAtMs: known.lastAccessedAtMs }),
    // Its place among the others; the drafted one names a pattern that was never written.
    relatedItems: known.relatedItems,
    ...(body?.kind === 'variant' && known.body?.kind === 'variant'
      ? { body: { ...body, patternId: known.body.patternId } }
      : {}),
    vouchedAtMs: Math.max(known.vouchedAtMs ?? updatedAtMs, updatedAtMs),
  };
}

/** A memory that a person vouches for as it is. A word of a person stays one. */
export function vouchFor(item: MemoryItem, nowMs: number): MemoryItem {
  return {
    ...item,
    trust: item.trust === 'user' ? 'user' : 'verified',
    quarantined: false,
    status: 'active',
    vouchedAtMs: nowMs,
    updatedAtMs: Math.max(item.updatedAtMs, nowMs),
  };
}

/** A memory that a person vouches for in these words, which are the person's own. */
export function vouchForWords(
  item: MemoryItem,
  {
    content,
    title,
    fingerprint,
    tokenCost,
  }: Pick<MemoryItem, 'content' | 'title' | 'fingerprint' | 'tokenCost'>,
  { speaker, nowMs }: { readonly speaker: Speaker; readonly nowMs: number },
): MemoryItem {
  const own = { content, title, fingerprint, tokenCost, principal: principalOf(speaker) };
  return { ...vouchFor(item, nowMs), ...own, trust: 'user' };
}

/** A memory that helped a person, who had read all of it. */
export function believeHelper(item: MemoryItem): MemoryItem {
  return { ...item, trust: 'verified' };
}
