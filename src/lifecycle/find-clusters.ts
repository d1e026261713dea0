import type { ItemId } from '../model/memory-item.ts';
import { countTerms } from '../text/terms.ts';

/** What clusters are made of. */
export interface ClusterMember {
  readonly id: ItemId;
  readonly title: string;
  readonly content: string;
}

export interface ClusterTerms {
  /** Share of their weighted words that two have in common, 0–1, from which they are one cluster. */
  readonly likeness: number;
  /** Fewer are no cluster. */
  readonly minimum: number;
}

/** Words that an item is looked up by: its rarest. */
const keyTerms = 8;
/** Longer clusters are summarised in parts. */
const mostMembers = 50;
/** Beyond this, a word says nothing of where an item belongs. */
const mostLeaders = 64;
/** Members whose words are read, or that are compared, before others have a turn: some 30 ms. */
const membersOfStep = 100;

/**
 * Dense groups of items, each around its first: every member shares enough with it, weighted by how rare the words are among all.
 * Greedy and in the given order, so that the same items give the same clusters; an inverted index of rare words keeps it near linear.
 * In short steps, which yield nothing: thousands take seconds, and whoever calls it may have others waiting.
 */
export function* findClusters<Member extends ClusterMember>(
  members: readonly Member[],
  { likeness: least, minimum }: ClusterTerms,
): Generator<void, readonly (readonly Member[])[]> {
  const termsOf = yield* readTerms(members);
  const weights = weighTerms(termsOf);
  // A word that only one item has leads nowhere.
  const alone = Math.log(1 + members.length);
  const shared = new Map([...weights].filter(([, weight]) => weight < alone));
  const clusters: { readonly leader: ReadonlySet<string>; readonly members: Member[] }[] = [];
  const leadersBy = new Map<string, number[]>();
  for (const [position, member] of members.entries()) {
    if (isStep(position)) yield;
    const terms = termsOf[position] ?? new Set<string>();
    const keys = rarest(terms, shared);
    let best = { cluster: -1, likeness: 0 };
    for (const cluster of new Set(keys.flatMap((key) => leadersBy.get(key) ?? []))) {
      const found = clusters[cluster];
      if (found === undefined || found.members.length >= mostMembers) continue;
      const likeness = compare(terms, found.leader, weights);
      if (likeness > best.likeness) best = { cluster, likeness };
    }
    if (best.likeness >= least) clusters[best.cluster]?.members.push(member);
    else {
      clusters.push({ leader: terms, members: [member] });
      for (const key of keys) addLeader(leadersBy, key, clusters.length - 1);
    }
  }
  return clusters.flatMap(({ members: all }) => (all.length >= minimum ? [all] : []));
}

function* readTerms(members: readonly ClusterMember[]): Generator<void, readonly ReadonlySet<string>[]> {
  const termsOf: ReadonlySet<string>[] = [];
  for (const { title, content } of members) {
    if (isStep(termsOf.length)) yield;
    termsOf.push(new Set(countTerms(`${title}\n${content}`).keys()));
  }
  return termsOf;
}

function isStep(position: number): boolean {
  return position > 0 && position % membersOfStep === 0;
}

function addLeader(leadersBy: Map<string, number[]>, key: string, cluster: number): void {
  const leaders = leadersBy.get(key);
  if (leaders === undefined) leadersBy.set(key, [cluster]);
  else if (leaders.length < mostLeaders) leaders.push(cluster);
}

/** Rarer words weigh more: ln(1 + n / df). */
function weighTerms(all: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const terms of all) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, Math.log(1 + all.length / count)]));
}

function rarest(terms: ReadonlySet<string>, weights: ReadonlyMap<string, number>): readonly string[] {
  const weightOf = (term: string) => weights.get(term) ?? 0;
  return [...terms]
    .filter((term) => weights.has(term))
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, keyTerms);
}

/** Weighted Jaccard of two sets of words. */
function compare(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): number {
  let shared = 0;
  let all = 0;
  for (const term of one) {
    const weight = weights.get(term) ?? 0;
    all += weight;
    if (other.has(term)) shared += weight;
  }
  for (const term of other) if (!one.has(term)) all += weights.get(term) ?? 0;
  return all === 0 ? 0 : shared / all;
}
