import type { OutcomeCounts, OutcomeKind } from '../../model/decision.ts';
import type { IssueList, IssueSummary } from '../../model/issue-list.ts';
import type { ItemId, MemoryItem } from '../../model/memory-item.ts';
import type { Scope } from '../../model/scope.ts';
import type { ItemReader } from '../../ports/item-store.ts';
import { type IssueParts, readIssueParts } from './issue-parts.ts';

export interface ListIssuesRequest {
  /** Default: every scope. */
  readonly scopes?: readonly Scope[];
  readonly limit: number;
}

/** Patterns of failures that are not archived, with what hangs on them, last seen first. */
export function listIssues(reader: ItemReader, { scopes, limit }: ListIssuesRequest): IssueList {
  const parts = readIssueParts(reader, scopes);
  const variantIds = [...parts.variantsOf.values()].flat().map(({ id }) => id);
  const outcomes = reader.outcomeCounts(variantIds);
  const issues = parts.patterns
    .filter(({ status }) => status === 'active')
    .map((pattern) => summarise(pattern, parts, outcomes))
    .sort((a, b) => b.lastSeenAtMs - a.lastSeenAtMs);
  return { issues: issues.slice(0, limit), count: issues.length };
}

function summarise(
  pattern: MemoryItem,
  { variantsOf, episodesOf }: IssueParts,
  outcomes: ReadonlyMap<ItemId, OutcomeCounts>,
): IssueSummary {
  const variants = variantsOf.get(pattern.id) ?? [];
  const episodes = variants.flatMap(({ id }) => episodesOf.get(id) ?? []);
  return {
    pattern,
    variantCount: variants.length,
    waitingCount: variants.filter(({ quarantined, status }) => quarantined && status === 'active').length,
    episodeCount: episodes.length,
    lastSeenAtMs: [...variants, ...episodes].reduce(
      (last, { createdAtMs }) => Math.max(last, createdAtMs),
      pattern.createdAtMs,
    ),
    outcomes: addCounts(variants.map(({ id }) => outcomes.get(id) ?? {})),
  };
}

function addCounts(all: readonly OutcomeCounts[]): OutcomeCounts {
  const sum: Partial<Record<OutcomeKind, number>> = {};
  for (const counts of all) {
    for (const [kind, count] of Object.entries(counts) as [OutcomeKind, number][])
      sum[kind] = (sum[kind] ?? 0) + count;
  }
  return sum;
}
