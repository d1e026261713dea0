/** Kinds of evidence in the graph of an instance; `rule` is what an earlier task taught, `trajectory` a run that succeeded. */
export type UnitKind = 'file' | 'symbol' | 'rule' | 'trajectory' | 'failure';

/** A piece of evidence as the selectors see it (CICL, 3.3). Nothing here says whether it is the right one. */
export interface ContextUnit {
  readonly id: string;
  readonly kind: UnitKind;
  /** Where it comes from: a path, or the name of a task or a run. */
  readonly source: string;
  readonly content: string;
  /** Words between spaces: what the paper counts its budgets in. */
  readonly tokens: number;
  /** 0–1. */
  readonly confidence: number;
  /** Its words say that it no longer holds. */
  readonly isStale: boolean;
}

/** The task of an agent, with the fields that only judge its selection. */
export interface ContextTask {
  readonly id: string;
  readonly instruction: string;
  /** The agent's next actions. The paper's release puts them into every query; they name two of the right units. */
  readonly plannedActions: readonly string[];
  /** Judging alone. */
  readonly goldIds: readonly string[];
}

/** Words between spaces. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Identifiers and numbers, in lower case. */
export function wordsOf(text: string): string[] {
  return (text.match(/[A-Za-z_][A-Za-z0-9_]*|\d+/g) ?? []).map((word) => word.toLowerCase());
}

/** Share of the words of both that either has. */
export function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = sharedWords(one, other);
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}

export function sharedWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [small, large] = one.size < other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared;
}

/** Words with which a text says that it no longer holds. */
const staleWords = ['deprecated', 'legacy', 'obsolete', 'stale', 'superseded', 'do not use', 'no longer use'];
/** Highest confidence of a stale unit. */
const staleConfidence = 0.45;

/** @param unit without what is counted and read from its text */
export function contextUnit(unit: Omit<ContextUnit, 'tokens' | 'isStale'>): ContextUnit {
  const text = `${unit.content}\n${unit.source}`.toLowerCase();
  const isStale = staleWords.some((word) => text.includes(word));
  return {
    ...unit,
    tokens: countWords(unit.content),
    confidence: isStale ? Math.min(unit.confidence, staleConfidence) : unit.confidence,
    isStale,
  };
}
