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

/** What selectors see of a graph. */
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
export class InstanceGraph implements UnitGraph {
  readonly #units = new Map<string, ContextUnit>();
  #listed: readonly ContextUnit[] | undefined;
  readonly #words = new Map<string, ReadonlySet<string>>();
  /** In the order in which the edges came. */
  readonly #neighbours = new Map<string, Set<string>>();
  readonly #conflicts = new Map<string, Set<string>>();
  /** For each stale unit, what it has most in common with. */
  readonly #nearest = new Map<string, readonly Conflict[]>();

  constructor({ units, containments }: Pick<GeneratedWorld, 'units' | 'containments'>) {
    for (const unit of units) this.#units.set(unit.id, unit);
    for (const [container, contained] of containments) this.#connect(container, contained);
    for (const unit of units) this.#findConflicts(unit);
  }

  get units(): readonly ContextUnit[] {
    this.#listed ??= [...this.#units.values()];
    return this.#listed;
  }

  add(unit: ContextUnit): void {
    this.#units.set(unit.id, unit);
    this.#listed = undefined;
    this.#findConflicts(unit);
  }

  neighbours(id: string): readonly ContextUnit[] {
    return [...(this.#neighbours.get(id) ?? [])].flatMap((near) => this.#units.get(near) ?? []);
  }

  conflicts(id: string): ReadonlySet<string> {
    return this.#conflicts.get(id) ?? new Set();
  }

  #findConflicts(unit: ContextUnit): void {
    const words = new Set(
      wordsOf(`${unit.content} ${unit.source}`).filter(
        (word) => word.length >= shortestWord && !unspecific.has(word),
      ),
    );
    for (const [id, others] of this.#words) {
      const isStale = this.#units.get(id)?.isStale ?? false;
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
    for (const { id } of this.#nearest.get(stale) ?? []) {
      if (this.conflicts(stale).has(id)) continue;
      this.#connect(stale, id);
      for (const [one, other] of [
        [stale, id],
        [id, stale],
      ] as const)
        this.#conflicts.set(one, new Set([...this.conflicts(one), other]));
    }
  }

  #connect(one: string, other: string): void {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const known = this.#neighbours.get(from) ?? new Set();
      this.#neighbours.set(from, known.add(to));
    }
  }
}
