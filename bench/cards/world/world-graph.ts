import { InstanceGraph } from '../../../src/retrieval/instance-graph.ts';
import { type ContextUnit, sharedWords, wordsOf } from './context-unit.ts';
import type { GeneratedWorld } from './generate-world.ts';

/** The least two texts share, as a part of the shorter one, for the stale one to contradict the other. */
const conflictOverlap = 0.18;
const mostConflicts = 8;
const shortestWord = 3;
const unspecific = new Set('the and for with from this that task context use uses used'.split(' '));

interface Conflict {
  readonly id: string;
  readonly overlap: number;
}

/** The graph as selectors see it. */
export interface UnitGraph {
  readonly units: readonly ContextUnit[];
  /** Units one step away, along any edge. */
  neighbours(id: string): readonly ContextUnit[];
  conflicts(id: string): ReadonlySet<string>;
}

/** Units without any edge. */
export function withoutEdges(units: readonly ContextUnit[]): UnitGraph {
  return { units, neighbours: () => [], conflicts: () => new Set() };
}

/**
 * The instance context graph of the paper's release: units, what contains what, and which stale unit contradicts which others,
 * found by the words they share. It grows while an agent works: each of its runs becomes a unit.
 */
export class WorldGraph implements UnitGraph {
  readonly #graph = new InstanceGraph<ContextUnit>();
  #listed: readonly ContextUnit[] | undefined;
  readonly #words = new Map<string, ReadonlySet<string>>();
  /** For each stale unit, what it has most in common with. */
  readonly #nearest = new Map<string, readonly Conflict[]>();

  constructor({ units, containments }: Pick<GeneratedWorld, 'units' | 'containments'>) {
    for (const unit of units) this.#graph.add(unit);
    for (const [from, to] of containments)
      this.#graph.connect({ from, to, kind: 'containment', confidence: 1 });
    for (const unit of units) this.#findConflicts(unit);
  }

  get units(): readonly ContextUnit[] {
    this.#listed ??= this.#graph.nodes;
    return this.#listed;
  }

  add(unit: ContextUnit): void {
    this.#graph.add(unit);
    this.#listed = undefined;
    this.#findConflicts(unit);
  }

  neighbours(id: string): readonly ContextUnit[] {
    return [...new Set(this.#graph.neighbours(id).map(({ node }) => node))];
  }

  conflicts(id: string): ReadonlySet<string> {
    return this.#graph.conflicts(id);
  }

  #findConflicts(unit: ContextUnit): void {
    const words = new Set(
      wordsOf(`${unit.content} ${unit.source}`).filter(
        (word) => word.length >= shortestWord && !unspecific.has(word),
      ),
    );
    for (const [id, others] of this.#words) {
      const isStale = this.#graph.node(id)?.isStale ?? false;
      if (isStale === unit.isStale) continue;
      const overlap = sharedWords(words, others) / Math.min(words.size, others.size);
      if (overlap < conflictOverlap) continue;
      if (unit.isStale) this.#note(unit.id, { id, overlap });
      else this.#note(id, { id: unit.id, overlap });
    }
    this.#words.set(unit.id, words);
    for (const stale of unit.isStale ? [unit.id] : this.#nearest.keys()) this.#contradict(stale);
  }

  #note(stale: string, conflict: Conflict): void {
    const all = [...(this.#nearest.get(stale) ?? []), conflict].toSorted((a, b) => b.overlap - a.overlap);
    this.#nearest.set(stale, all.slice(0, mostConflicts));
  }

  /** An edge stays, whatever comes nearer later. */
  #contradict(stale: string): void {
    const known = this.conflicts(stale);
    for (const { id, overlap } of this.#nearest.get(stale) ?? [])
      if (!known.has(id)) this.#graph.connect({ from: stale, to: id, kind: 'conflict', confidence: overlap });
  }
}
