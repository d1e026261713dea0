/** Kinds of nodes of an instance context graph (CICL, 3.3). `memory`: what a task taught; `strategy`: how one was done. */
export type UnitKind = 'file' | 'symbol' | 'memory' | 'rule' | 'failure' | 'strategy';

/**
 * Why one node leads to another (CICL, 3.3), in either direction. `containment`: a file and what it defines; `similarity`: two that say nearly the same;
 * `conflict`: two that must not be shown together; `precondition`: one was brought about by the other, was resolved by it or rests on it; `task_memory`: a
 * memory and a place that it is about.
 */
export const edgeKinds = ['containment', 'similarity', 'conflict', 'precondition', 'task_memory'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** A piece of context, with what is known of it before anything is done with it. */
export interface GraphNode {
  /** Unique within its graph: the id of a memory, a path, or `path#name` of a symbol. */
  readonly id: string;
  /** The repository that the graph is of. */
  readonly instanceId: string;
  readonly kind: UnitKind;
  /** Where it comes from: a path, or who said it. */
  readonly source: string;
  readonly content: string;
  /** What it costs to tell, whole number, at least 0. */
  readonly tokens: number;
  /** How far it is believed, 0–1. */
  readonly confidence: number;
}

/** Two nodes that have something to do with each other. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
  /** Probability that one matters where the other does, 0–1. */
  readonly confidence: number;
}

/** Why something is shown that was not found by what was asked: where it was reached from. */
export interface GraphReach {
  /** Id of the node. */
  readonly from: string;
  readonly edge: EdgeKind;
  /** Probability that it matters, as far as the place it was reached from says, 0–1. */
  readonly confidence: number;
}
