/** Probability that one of the first has more than one of the second, ties counting half: the area under the ROC curve. */
export function areaUnderCurve(right: readonly number[], wrong: readonly number[]): number {
  let above = 0;
  for (const one of right) for (const other of wrong) above += one > other ? 1 : one === other ? 0.5 : 0;
  return above / (right.length * wrong.length);
}
