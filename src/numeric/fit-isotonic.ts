/** A step function that never falls: the value of a score is that of the last step at or below it. */
export interface IsotonicSteps {
  /** Least score of each step, ascending. */
  readonly from: readonly number[];
  /** Value of each step, ascending. */
  readonly values: readonly number[];
}

/**
 * The rising step function nearest to the labels, by pooling adjacent violators (Ayer et al. 1955): probabilities for scores
 * that only order cases rightly.
 */
export function fitIsotonic(scores: readonly number[], labels: readonly boolean[]): IsotonicSteps {
  const blocks: { from: number; positive: number; count: number }[] = [];
  for (const i of [...scores.keys()].sort((a, b) => (scores[a] as number) - (scores[b] as number))) {
    const from = scores[i] as number;
    const label = labels[i] ? 1 : 0;
    const last = blocks.at(-1);
    // Equal scores are one case to a function of the score.
    if (last?.from === from) {
      last.positive += label;
      last.count += 1;
    } else blocks.push({ from, positive: label, count: 1 });
    pool(blocks);
  }
  return { from: blocks.map(({ from }) => from), values: blocks.map(rate) };
}

function pool(blocks: { from: number; positive: number; count: number }[]): void {
  for (;;) {
    const last = blocks.at(-1);
    const before = blocks.at(-2);
    if (last === undefined || before === undefined || rate(before) < rate(last)) return;
    before.positive += last.positive;
    before.count += last.count;
    blocks.pop();
  }
}

function rate({ positive, count }: { readonly positive: number; readonly count: number }): number {
  return positive / count;
}

/** The value of a score; that of the first step below all of them, .5 without any. */
export function isotonicAt({ from, values }: IsotonicSteps, score: number): number {
  let step = 0;
  while (step + 1 < from.length && (from[step + 1] as number) <= score) step += 1;
  return values[step] ?? 0.5;
}
