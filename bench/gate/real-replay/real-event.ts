import type { FailureReport } from '../../../src/index.ts';

/** A fix as a person tells it once it is made. */
export interface ToldFix {
  readonly fix: string;
  readonly failure: FailureReport;
  readonly symptom: string;
  readonly changed: readonly string[];
}

/** The real change of an event. */
interface EventTruth {
  readonly files: readonly string[];
  /** `path::Class.method`; empty where that is not known. */
  readonly functions: readonly string[];
  /** No earlier fix is worth showing. */
  readonly mustAbstain: boolean;
}

/** An event with its result: an issue or a commit message that asks, or a failed test. */
export interface RealEvent {
  readonly id: string;
  /** Milliseconds since 1970; where only the order is known, a day apart. */
  readonly atMs: number;
  /** Absent where it is told and not asked about. */
  readonly asks?: { readonly failure: FailureReport; readonly asOf?: string };
  readonly truth: EventTruth;
  /** Remembered afterwards; absent for an issue, whose fix is told by its commit. */
  readonly told?: ToldFix;
}

/** The events of one repository, in order. */
export interface RealHistory {
  readonly repository: string;
  readonly kind: RealKind;
  readonly events: readonly RealEvent[];
}

export const realKinds = ['issues', 'commits', 'defects4j'] as const;
export type RealKind = (typeof realKinds)[number];
