import type { UnitKind } from '../model/card.ts';

/** A piece of evidence whose usefulness is to be estimated, from what is known before anything is done with it. */
export interface JudgedUnit {
  readonly id: string;
  readonly kind: UnitKind;
  /** What it says. Of a very long text, only the beginning is read. */
  readonly text: string;
  /** Paths that it is, or is about. */
  readonly places: readonly string[];
  /** What it defines, such as a function. */
  readonly names: readonly string[];
  /** Whole number, at least 0. */
  readonly tokens: number;
  /** How far it is believed, 0–1. */
  readonly confidence: number;
  /** It says itself, or its code does, that it may no longer hold. */
  readonly isStale: boolean;
  /** How well a search found it, 0–1. */
  readonly retrieval: number;
  /** How often it helped before, and how often it did not. */
  readonly helped: number;
  readonly failed: number;
  /** Number of other units that it contradicts. */
  readonly conflicts: number;
}

/** What the evidence is for. */
export interface JudgedTask {
  readonly text: string;
  /** What is to be done next, as far as it is known: `run npm test`, `edit src/a.ts`. */
  readonly plannedActions: readonly string[];
}
