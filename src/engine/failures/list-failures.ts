import { standingOf } from '../../feedback/standing.ts';
import type { FailureList, FailureSummary } from '../../model/answers/failure-answers.ts';
import type { OutcomeCounts, OutcomeKind } from '../../model/decision.ts';
import type { MemoryItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/provenance.ts';
import type { ItemReader } from '../../ports/memory-store.ts';
import { groupParts } from './group-parts.ts';

interface ListFailuresRequest {
  /** Default: every scope. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly limit: number;
  readonly nowMs: number;
}

/** A pattern with its variants and episodes. */
interface Parts {
  readonly variants: readonly MemoryItem[];
  readonly episodes: readonly MemoryItem[];
}

/** Patterns of failures that are not archived, last seen first. */
export function listFailures(reader: ItemReader, { scopes, limit, nowMs }: ListFailuresRequest): FailureList {
  const variantsOf = groupParts(reader, 'variant', scopes);
  const episodesOf = groupParts(reader, 'episode', scopes);
  const known = reader
    .items({ kinds: ['pattern'], statuses: ['active'], scopes })
    .map((pattern) => {
      const variants = variantsOf.get(pattern.id) ?? [];
      return { pattern, variants, episodes: variants.flatMap(({ id }) => episodesOf.get(id) ?? []) };
    })
    .sort((a, b) => lastSeenAtMs(b) - lastSeenAtMs(a));
  return {
    failures: known.slice(0, limit).map(({ pattern, ...parts }) => summarise(reader, pattern, parts, nowMs)),
    count: known.length,
  };
}

function summarise(
  reader: ItemReader,
  pattern: MemoryItem,
  { variants, episodes }: Parts,
  nowMs: number,
): FailureSummary {
  const outcomes = reader.outcomesAbout(variants.map(({ id }) => id));
  return {
    pattern,
    variantCount: variants.length,
    waitingCount: variants.filter(({ quarantined, status }) => quarantined && status === 'active').length,
    episodeCount: episodes.length,
    lastSeenAtMs: Math.max(pattern.createdAtMs, lastSeenAtMs({ variants, episodes })),
    outcomes: addCounts([...outcomes.values()].map((told) => standingOf(told, { nowMs }).outcomes)),
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
