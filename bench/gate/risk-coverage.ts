/** An answer that was ranked by its risk: the surest come first. */
interface RankedAnswer {
  /** Lower is surer; of several that are equally sure each place is as good as the mean of them. */
  readonly risk: number;
  readonly isWrong: boolean;
}

/** Area under the curve of risk over coverage (AURC): the mean of the shares of wrong ones among the surest 1, 2, … answers. */
export function riskCoverageArea(answers: readonly RankedAnswer[]): number {
  const sorted = answers.toSorted((a, b) => a.risk - b.risk);
  let [wrong, seen, area] = [0, 0, 0];
  for (const tied of Map.groupBy(sorted, ({ risk }) => risk).values()) {
    const share = tied.filter(({ isWrong }) => isWrong).length / tied.length;
    for (const _ of tied) {
      wrong += share;
      seen += 1;
      area += wrong / seen;
    }
  }
  return area / answers.length;
}
