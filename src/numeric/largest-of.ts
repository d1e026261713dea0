/** The largest of the values and 0. A loop: `reduce` and `Math.max` make an object of every number. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value > largest) largest = value;
  }
  return largest;
}
