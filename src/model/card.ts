import type { ItemId, RedactedText } from './brands.ts';
import type { Freshness } from './memory-item.ts';
import type { Scope, Trust } from './provenance.ts';

/**
 * How much of a memory is told. `index`: its statement in one line. `summary`: when it applies and what to do, a line each.
 * `selective_detail`: the card, with the passages that matter. `full_pack`: the card with the whole text.
 */
export const disclosures = ['index', 'summary', 'selective_detail', 'full_pack'] as const;
export type Disclosure = (typeof disclosures)[number];

/** The shortest form of a memory that still helps (CICL, Section on memory cards). */
export interface MemoryCard {
  readonly itemId: ItemId;
  /** When it applies. */
  readonly trigger: RedactedText;
  /** Facts that it rests on. */
  readonly evidence: RedactedText;
  /** Action to take; begins with a verb. */
  readonly actionHint: RedactedText;
  readonly failureIfIgnored: RedactedText;
  readonly scope: Scope;
  /** Its speaker, how far that speaker is trusted, and when it was last confirmed (ISO 8601 date). */
  readonly provenance: { readonly principal: string; readonly trust: Trust; readonly confirmedOn: string };
  /** Memory that took its place; this one is shown beside it. */
  readonly supersededById?: ItemId;
  /** Memory that may say otherwise and is kept out of the same answer. */
  readonly otherwiseIn?: ItemId;
  /** The failure is the same as at hand but for this. */
  readonly caveat?: RedactedText;
  /** Set where its files changed since: the files, on one line. Shown only when asked. */
  readonly staleAbout?: RedactedText;
  /** Found by searching widely: nothing says that it is about the failure at hand. */
  readonly isUnverified?: true;
  /** A fix as tools saw it work in a session; no person confirmed it. */
  readonly isSeen?: true;
  /** It may answer and is told in one line: its words, and those that speak for it. Shown only when asked. */
  readonly isPerhaps?: true;
  /** Estimated usefulness, 0–1. */
  readonly utility: number;
  readonly tokens: number;
}

/** Cards as they enter an agent's context. */
export interface Pack {
  readonly cards: readonly MemoryCard[];
  /** Fenced and typed; empty without cards. */
  readonly text: string;
  readonly tokens: number;
  readonly budgetTokens: number;
}

/** Source of a unit: kinds of memories, then parts of the repository's own index. */
export const contextBanks = [
  'rules',
  'failures',
  'facts',
  'experience',
  'commits',
  'files',
  'symbols',
  'summaries',
] as const;
export type ContextBank = (typeof contextBanks)[number];

/** Unit that each bank yields to a recall, in one shape, so that all units can be put in one order. */
export interface ContextUnit {
  readonly bank: ContextBank;
  /** Unique within its bank: the id of a memory or a commit, a path of a file or a summary, or `path#name` of a symbol. */
  readonly id: string;
  /** Description in one line. */
  readonly label: RedactedText;
  /** Score that its bank ranks by: comparable within the bank alone. */
  readonly score: number;
  /** Calibrated by its bank, 0–1: comparable between banks. */
  readonly confidence: number;
  /** Length in the pack, estimated rather too high; 0 where another unit says it. */
  readonly tokens: number;
  readonly origin: Trust;
  /** Scope where it holds: a unit of an index holds in its repository. */
  readonly scope: Scope;
  readonly freshness: Freshness | 'none';
}

/** Kinds of nodes of an instance context graph (CICL, 3.3). `memory`: lesson of a task; `strategy`: way of a task. */
export type UnitKind = 'file' | 'symbol' | 'memory' | 'rule' | 'failure' | 'strategy';

/**
 * Why one node leads to another (CICL, 3.3), in either direction. `containment`: a file and its definitions; `similarity`: two
 * that say nearly the same; `conflict`: two that must not be shown together; `precondition`: one was caused or resolved by the
 * other, or rests on it; `task_memory`: a memory and a place that it is about.
 */
export const edgeKinds = ['containment', 'similarity', 'conflict', 'precondition', 'task_memory'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** Piece of context, with the facts known before anything is done with it. */
export interface GraphNode {
  /** Unique within its graph: the id of a memory, a path, or `path#name` of a symbol. */
  readonly id: string;
  /** The repository that the graph is of. */
  readonly instanceId: string;
  readonly kind: UnitKind;
  /** Origin: a path, or the speaker. */
  readonly source: string;
  readonly content: string;
  /** Tokens that telling it costs, whole number, at least 0. */
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

/** Why a memory is shown that the question did not find: where it was reached from. */
export interface GraphReach {
  /** Id of the node. */
  readonly from: string;
  readonly edge: EdgeKind;
  /** Probability that it matters, as far as the place it was reached from says, 0–1. */
  readonly confidence: number;
}
