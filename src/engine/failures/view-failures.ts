import { countOutcomes } from '../../feedback/standing.ts';
import type {
  Doubt,
  DoubtList,
  FailureList,
  FailureSummary,
  FailureView,
  VariantView,
} from '../../model/answers/failure-answers.ts';
import type { ItemId } from '../../model/brands.ts';
import type { OutcomeCounts, OutcomeKind } from '../../model/decision.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { findItem, partsOf, wholeIdOf } from '../memory/find-item.ts';

interface ListFailuresRequest {
  /** Default: every scope. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly limit: number;
}

/** A pattern with its variants and episodes. */
interface Parts {
  readonly variants: readonly MemoryItem[];
  readonly episodes: readonly MemoryItem[];
}

/** Patterns of failures that are not archived, last seen first. */
export function listFailures(reader: ItemReader, { scopes, limit }: ListFailuresRequest): FailureList {
  const { items, count } = reader.patternWindow(scopes, limit);
  return {
    failures: items.map((pattern) => {
      const variants = partsOf(reader, pattern.id);
      return summarise(reader, pattern, {
        variants,
        episodes: variants.flatMap(({ id }) => partsOf(reader, id)),
      });
    }),
    count,
  };
}

function summarise(reader: ItemReader, pattern: MemoryItem, { variants, episodes }: Parts): FailureSummary {
  const outcomes = reader.outcomesAbout(variants.map(({ id }) => id));
  return {
    pattern,
    variantCount: variants.length,
    waitingCount: variants.filter(({ quarantined, status }) => quarantined && status === 'active').length,
    episodeCount: episodes.length,
    lastSeenAtMs: Math.max(pattern.createdAtMs, lastSeenAtMs({ variants, episodes })),
    outcomes: addCounts([...outcomes.values()].map((told) => countOutcomes(told))),
  };
}

function lastSeenAtMs({ variants, episodes }: Parts): number {
  return [...variants, ...episodes].reduce((last, { createdAtMs }) => Math.max(last, createdAtMs), 0);
}

function addCounts(all: readonly OutcomeCounts[]): OutcomeCounts {
  const sum: Partial<Record<OutcomeKind, number>> = {};
  for (const counts of all) {
    for (const [kind, count] of Object.entries(counts) as [OutcomeKind, number][])
      sum[kind] = (sum[kind] ?? 0) + count;
  }
  return sum;
}

/**
 * Variants that wait for a person because they may be the same as a known one or contradict it, each with the known
 * one; oldest first.
 */
export function listDoubts(reader: ItemReader, scopes?: readonly Scope[]): DoubtList {
  const waiting = reader.items({ kinds: ['variant'], statuses: ['active'], quarantined: true }).toReversed();
  const isHere = ({ scope }: MemoryItem) => scopes?.includes(scope) ?? true;
  const doubts = waiting.filter(isHere).flatMap((variant) => doubtOf(reader, variant) ?? []);
  if (scopes === undefined) return { doubts };
  const isDoubtful = ({ body }: MemoryItem) => body?.kind === 'variant' && body.doubt !== undefined;
  return { doubts, elsewhere: waiting.filter(isDoubtful).length - doubts.length };
}

function doubtOf(reader: ItemReader, variant: MemoryItem): Doubt | undefined {
  if (variant.body?.kind !== 'variant' || variant.body.doubt === undefined) return undefined;
  const { kind, variantId } = variant.body.doubt;
  const known = reader.item(variantId);
  return {
    kind,
    variant: viewVariant(reader, variant),
    ...(known === undefined ? {} : { known: viewVariant(reader, known) }),
  };
}

/**
 * The pattern with this id, or the pattern of the variant or episode with this id, with all its parts.
 * @throws ITEM_NOT_FOUND, INVALID_ARGUMENT when the memory is not part of a known failure
 */
export function viewFailure(reader: ItemReader, id: string): FailureView {
  const pattern = patternOf(reader, findItem(reader, id));
  const variants = partsOf(reader, pattern.id)
    .map((variant) => viewVariant(reader, variant))
    .sort((a, b) => Number(isShown(b.variant)) - Number(isShown(a.variant)));
  return { pattern, variants };
}

function isShown({ status, quarantined }: MemoryItem): boolean {
  return status === 'active' && !quarantined;
}

function patternOf(reader: ItemReader, item: MemoryItem): MemoryItem {
  const { body } = item;
  if (body?.kind === 'pattern') return item;
  if (body?.kind === 'variant') return whole(reader, item, body.patternId);
  if (body?.kind === 'episode') return patternOf(reader, whole(reader, item, body.variantId));
  const id = item.id.slice(0, 8);
  throw invalidArgument(
    `Memory ${id} is not about a failure. \`afterwit show ${id}\` shows it; \`afterwit failures list\` lists failures.`,
    { id: item.id },
  );
}

function whole(reader: ItemReader, part: MemoryItem, id: ItemId): MemoryItem {
  const found = reader.item(id);
  if (found !== undefined) return found;
  throw new AfterwitError(
    'ITEM_NOT_FOUND',
    `The whole to which memory ${part.id.slice(0, 8)} belongs was forgotten. \`afterwit show ${part.id.slice(0, 8)}\` shows the part.`,
    { data: { id } },
  );
}

/**
 * A variant with its occurrences and outcomes. If a speaker judged the same decision several times, only the last
 * judgement counts.
 */
function viewVariant(reader: ItemReader, variant: MemoryItem): VariantView {
  const told = reader.outcomesAbout([variant.id]).get(variant.id) ?? [];
  const outcomes = countOutcomes(told);
  return { variant, episodes: partsOf(reader, variant.id), outcomes };
}

/** All variants of some scopes by their pattern, newest first. */
export function groupVariants(
  reader: ItemReader,
  scopes: readonly Scope[] | undefined,
): ReadonlyMap<ItemId, readonly MemoryItem[]> {
  const groups = new Map<ItemId, MemoryItem[]>();
  for (const item of reader.items({ kinds: ['variant'], scopes })) {
    const whole = wholeIdOf(item);
    if (whole === undefined) continue;
    const group = groups.get(whole);
    if (group === undefined) groups.set(whole, [item]);
    else group.push(item);
  }
  return groups;
}
