import type { ItemId } from '../model/brands.ts';
import { countTerms } from '../text/terms.ts';

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

/** Words of a member as numbers, each once, in the order in which they come. */
type MemberTerms = Uint32Array;

interface Cluster<Member> {
  readonly leader: MemberTerms;
  /** Weight of the leader's words. */
  readonly weight: number;
  readonly members: Member[];
}

/**
 * Dense groups of items, each around its first: every member shares enough with it, weighted by how rare the
 * words are among all. Greedy and in the given order, so that the same items give the same clusters; an
 * inverted index of rare words keeps it near linear. In short steps, which yield nothing: thousands take
 * seconds, and the caller may have others waiting.
 */
export function* findClusters<Member extends ClusterMember>(
  members: readonly Member[],
  { likeness: least, minimum }: ClusterTerms,
): Generator<void, readonly (readonly Member[])[]> {
  const { termsOf, count } = yield* readTerms(members);
  const weights = weighTerms(termsOf, count);
  const clusters: Cluster<Member>[] = [];
  const leadersBy = new Map<number, number[]>();
  // The member that had a word last: whether it has it is told without a search.
  const lastWith = new Uint32Array(count);
  for (const [position, member] of members.entries()) {
    if (isStep(position)) yield;
    const terms = termsOf[position] as MemberTerms;
    const weight = weigh(terms, weights);
    for (const term of terms) lastWith[term] = position + 1;
    // A word that only one item has leads nowhere.
    const keys = rarest(terms, weights, Math.log(1 + members.length));
    const near = [...new Set(keys.flatMap((key) => leadersBy.get(key) ?? []))].filter(
      (cluster) => (clusters[cluster]?.members.length ?? 0) < mostMembers,
    );
    const hasTerm = (term: number): boolean => lastWith[term] === position + 1;
    const best = nearest(near, clusters, { weight, hasTerm, least, weights });
    if (best.likeness >= least) clusters[best.cluster]?.members.push(member);
    else {
      clusters.push({ leader: terms, weight, members: [member] });
      for (const key of keys) addLeader(leadersBy, key, clusters.length - 1);
    }
  }
  return clusters.flatMap(({ members: all }) => (all.length >= minimum ? [all] : []));
}

interface ComparedMember {
  readonly weight: number;
  readonly hasTerm: (term: number) => boolean;
  readonly weights: Float64Array;
  readonly least: number;
}

/** The first of the likest clusters, by the weighted Jaccard of their words; none that is like enough: -1. */
function nearest(
  near: readonly number[],
  clusters: readonly Cluster<unknown>[],
  { weight, hasTerm, weights, least }: ComparedMember,
) {
  let best = { cluster: -1, likeness: 0 };
  for (const cluster of near) {
    const { leader, weight: other } = clusters[cluster] as Cluster<unknown>;
    // Not more than all words of the lighter one are shared.
    if (Math.min(weight, other) < Math.max(best.likeness, least) * Math.max(weight, other)) continue;
    const shared = weigh(leader, weights, hasTerm);
    const likeness = shared / (weight + other - shared || 1);
    if (likeness > best.likeness) best = { cluster, likeness };
  }
  return best;
}

interface TermsOfMembers {
  readonly termsOf: readonly MemberTerms[];
  /** Different words. */
  readonly count: number;
}

function* readTerms(members: readonly ClusterMember[]): Generator<void, TermsOfMembers> {
  const numbers = new Map<string, number>();
  const numberOf = (term: string): number => {
    const known = numbers.get(term);
    if (known === undefined) numbers.set(term, numbers.size);
    return known ?? numbers.size - 1;
  };
  const termsOf: MemberTerms[] = [];
  for (const { title, content } of members) {
    if (isStep(termsOf.length)) yield;
    termsOf.push(Uint32Array.from(countTerms(`${title}\n${content}`).keys(), numberOf));
  }
  return { termsOf, count: numbers.size };
}

function isStep(position: number): boolean {
  return position > 0 && position % membersOfStep === 0;
}

function addLeader(leadersBy: Map<number, number[]>, key: number, cluster: number): void {
  const leaders = leadersBy.get(key);
  if (leaders === undefined) leadersBy.set(key, [cluster]);
  else if (leaders.length < mostLeaders) leaders.push(cluster);
}

/** Rarer words weigh more: ln(1 + n / df). */
function weighTerms(all: readonly MemberTerms[], count: number): Float64Array {
  const counts = new Uint32Array(count);
  for (const terms of all) for (const term of terms) counts[term] = (counts[term] as number) + 1;
  return Float64Array.from(counts, (times) => Math.log(1 + all.length / times));
}

function rarest(terms: MemberTerms, weights: Float64Array, alone: number): readonly number[] {
  const weightOf = (term: number) => weights[term] as number;
  return [...terms.filter((term) => weightOf(term) < alone)]
    .sort((a, b) => weightOf(b) - weightOf(a))
    .slice(0, keyTerms);
}

function weigh(
  terms: MemberTerms,
  weights: Float64Array,
  counts: (term: number) => boolean = () => true,
): number {
  let sum = 0;
  for (const term of terms) if (counts(term)) sum += weights[term] as number;
  return sum;
}
