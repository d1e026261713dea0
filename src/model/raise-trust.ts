import type { VersionBody } from './item-body.ts';
import type { MemoryItem } from './memory-item.ts';
import { isTrustedAs, principalOf, type Speaker } from './provenance.ts';

// Ways in which a text gains trust. Each raises the trust of the text that a person said or read, and of no other
// (`docs/security.md`); only this file writes a higher trust into a memory. `tests/trust/trust-paths.ts` lists them and drives
// every way over every origin and state.

/** A known memory in the words of a person who said the same, without any text that only its first speaker wrote. */
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
export function vouchFor({ archivedFor: _, ...item }: MemoryItem, nowMs: number): MemoryItem {
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

/**
 * A memory in other words, which a person typed without having to read the rest of it. An unvouched lesson
 * keeps its places in the code and nothing that others wrote beside its text. A fix cannot do without the
 * failure as it was told, so it stays believed as it was, and loses the text that tools recorded, which no
 * longer agrees.
 */
export function giveWords(
  item: MemoryItem,
  { content, title, fingerprint }: Pick<MemoryItem, 'content' | 'title' | 'fingerprint'>,
  { speaker, nowMs }: { readonly speaker: Speaker; readonly nowMs: number },
): MemoryItem {
  const worded: MemoryItem = {
    ...item,
    content,
    title,
    fingerprint,
    updatedAtMs: Math.max(item.updatedAtMs, nowMs),
  };
  const own = { principal: principalOf(speaker), trust: 'user', vouchedAtMs: nowMs } as const;
  if (isTrustedAs(item.trust, 'verified')) return { ...worded, ...own };
  if (item.body?.kind === 'variant') {
    const { seen: _, ...body } = item.body;
    return { ...worded, body };
  }
  // A new text under the old title, or the other way round, or a body by another speaker.
  if (item.body !== undefined || content === item.content) return worded;
  const places = new Set(item.anchors.map(({ path }) => path as string));
  const references = item.references.filter((reference) => places.has(reference));
  return { ...worded, ...own, tags: [], references };
}

/** Returns a memory with an earlier text of its own, believed as it was then, despite later vouching. */
export function bringBack(
  item: MemoryItem,
  { body: { fingerprint, seen }, ...version }: MemoryItem & { readonly body: VersionBody },
  nowMs: number,
): MemoryItem {
  const { vouchedAtMs: _, body, ...kept } = item;
  const { content, title, tags, references, trust, principal, origin, vouchedAtMs } = version;
  const shown = body?.kind === 'variant' && seen !== undefined ? { ...body, seen } : body;
  return {
    ...kept,
    ...{ content, title, tags, references, fingerprint, trust, principal, origin },
    ...(vouchedAtMs === undefined ? {} : { vouchedAtMs }),
    ...(shown === undefined ? {} : { body: shown }),
    updatedAtMs: Math.max(item.updatedAtMs, nowMs),
  };
}

/** A memory that helped a person, who had read all of it. */
export function believeHelper(item: MemoryItem): MemoryItem {
  return { ...item, trust: 'verified' };
}

/**
 * A colleague's memory that two people of the team confirmed in these words and a check verified, or of a colleague whose
 * memories helped on this machine. It is not vouched for: its trust falls back once that no longer holds.
 */
export function believeTeam(item: MemoryItem): MemoryItem {
  return { ...item, trust: 'verified' };
}
