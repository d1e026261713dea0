import { patternIdentity } from '../../failures/recording/draft-failure.ts';
import { forgetEvidence } from '../../failures/recording/forget-evidence.ts';
import { fingerprintOf } from '../../lessons/fingerprint.ts';
import type { ItemId } from '../../model/brands.ts';
import type { PatternBody } from '../../model/item-body.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { partsOf, versionsOf, wholeIdOf } from '../memory/find-item.ts';
import { restoreSuperseded } from './restore-superseded.ts';

/** Items to remove, and items to change because of that. */
export interface ForgettingPlan {
  readonly removed: readonly MemoryItem[];
  readonly changed: readonly MemoryItem[];
}

/**
 * All consequences of forgetting some memories. A variant's episodes are removed too, and its pattern with the last
 * variant; an episode's error lines are removed from its variant. The earlier texts of what is removed go too.
 *
 * @param wholly true removes the variants of a chosen pattern too; false keeps them, because others recorded them, and
 * rewords the pattern from one of them
 */
export function planForgetting(
  reader: ItemReader,
  chosen: readonly MemoryItem[],
  { wholly }: { readonly wholly: boolean },
): ForgettingPlan {
  const removed = new Map<ItemId, MemoryItem>();
  const remove = (item: MemoryItem): void => {
    removed.set(item.id, item);
    for (const part of [...partsOf(reader, item.id), ...versionsOf(reader, item.id)]) remove(part);
    const summary = summaryOf(reader, item);
    if (summary !== undefined && !removed.has(summary.id)) remove(summary);
  };
  for (const item of chosen) {
    if (wholly || kindOf(item) !== 'pattern') remove(item);
  }
  const patterns = new Map(wholesOf(reader, [...removed.values()], 'pattern'));
  for (const item of chosen) if (kindOf(item) === 'pattern') patterns.set(item.id, item);
  const changed: MemoryItem[] = [];
  for (const [id, pattern] of patterns) {
    if (removed.has(id)) continue;
    const left = partsOf(reader, id).filter((variant) => !removed.has(variant.id));
    const oldest = left.at(-1);
    if (oldest === undefined) removed.set(id, pattern);
    else if (chosen.some((item) => item.id === id)) changed.push(tellAnew(pattern, oldest, reader));
  }
  for (const [id, variant] of wholesOf(reader, [...removed.values()], 'variant')) {
    if (removed.has(id)) continue;
    const [forgotten, left] = partition(partsOf(reader, id), (episode) => removed.has(episode.id));
    changed.push(forgetEvidence(variant, { forgotten, left }));
  }
  const own = new Set(chosen.map(({ id }) => id));
  for (const item of removed.values()) {
    const restored = restoreSuperseded(reader, item).filter(({ id }) => !removed.has(id));
    changed.push(...(own.has(item.id) ? restored.map((older) => keptApart(reader, older)) : restored));
  }
  return { removed: [...removed.values()], changed };
}

/** The summary that says what a memory said; it goes with it, and its other fragments come back. */
function summaryOf(
  reader: ItemReader,
  { id, archivedFor, supersededById }: MemoryItem,
): MemoryItem | undefined {
  const summary = archivedFor === 'summary' && supersededById ? reader.item(supersededById) : undefined;
  // What is imported may claim anything; a summary names its fragments itself.
  return summary?.relatedItems.some((one) => one.id === id && one.relation === 'supersedes')
    ? summary
    : undefined;
}

/** Of a summary that somebody forgot, maintenance would make the same again. */
function keptApart(reader: ItemReader, restored: MemoryItem): MemoryItem {
  return reader.item(restored.id)?.archivedFor === 'summary' ? { ...restored, keptApart: true } : restored;
}

function wholesOf(
  reader: ItemReader,
  parts: readonly MemoryItem[],
  kind: 'pattern' | 'variant',
): readonly (readonly [ItemId, MemoryItem])[] {
  const ids = new Set(parts.flatMap((part) => wholeIdOf(part) ?? []));
  const wholes = [...ids].flatMap((id) => reader.item(id) ?? []);
  return wholes.filter((item) => kindOf(item) === kind).map((item) => [item.id, item]);
}

/** Rewords a pattern from one of its variants, because the original words are forgotten. */
function tellAnew(pattern: MemoryItem, variant: MemoryItem, reader: ItemReader): MemoryItem {
  if (variant.body?.kind !== 'variant') return pattern;
  const { symptom: told, failure } = variant.body;
  const symptom = told ?? failure.errorLines[0] ?? variant.content;
  const { name: family, rootCause } = failure.family ?? {};
  const body: PatternBody = {
    kind: 'pattern',
    ...(family === undefined ? {} : { family: family }),
    ...(rootCause === undefined ? {} : { rootCause: rootCause }),
    symptom,
  };
  const identity = patternIdentity({ family, rootCause, symptom });
  const fingerprint = fingerprintOf(identity);
  const other = reader.itemByFingerprint(pattern.scope, fingerprint);
  const { origin, principal, trust, confidence, source, tags, title } = variant;
  return {
    ...pattern,
    ...{ origin, principal, trust, confidence, source, tags, title },
    content: symptom,
    fingerprint:
      other === undefined || other.id === pattern.id ? fingerprint : fingerprintOf([...identity, pattern.id]),
    body,
  };
}

function partition<T>(
  all: readonly T[],
  isFirst: (one: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
