/** The largest of the values and 0. A plain loop, because `reduce` and `Math.max` box every number of a typed array. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value > largest) largest = value;
  }
  return largest;
}
