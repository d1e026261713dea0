/** A score that explains itself: the value, what it stands for, and the parts it was made of. */
export interface ScoreTree {
  readonly value: number;
  readonly description: string;
  readonly parts: readonly ScoreTree[];
}
