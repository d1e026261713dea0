import type { ItemType } from '../memory-item.ts';
import type { Recollection } from './recollection.ts';

/** Kinds of memory that a plan must heed, in the order in which a brief shows them. */
export const briefTypes = [
  'constraint',
  'decision',
  'task_state',
  'preference',
] as const satisfies ItemType[];
export type BriefType = (typeof briefTypes)[number];

/** What somebody must know before a plan: a {@link Recollection} with a receipt like any other. */
export interface Brief extends Recollection {
  /** Others of each kind that are known and not shown; what may not be shown is not counted. A kind without is absent. */
  readonly others: Readonly<Partial<Record<BriefType, number>>>;
  /** Memories of these kinds that wait for a person (`review`). */
  readonly waiting: number;
  /** What the last sessions here did, left open and learned: at most three lines; none where a plan is named or nothing is to say. */
  readonly lately: readonly string[];
}
