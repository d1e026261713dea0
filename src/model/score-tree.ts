/** A score that explains itself: its value, its description and its parts. */
export interface ScoreTree {
  readonly value: number;
  readonly description: string;
  readonly parts: readonly ScoreTree[];
}
