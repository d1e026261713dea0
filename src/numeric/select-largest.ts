/**
 * Positions of the `count` largest positive values, largest first; equal values are ordered by position, later first.
 * O(n + m log m) when m values enter the selection; the others allocate nothing.
 */
export function selectLargest(values: ArrayLike<number>, count: number): number[] {
  const limit = Math.max(0, count);
  let kept: number[] = [];
  let threshold = 0;
  const prune = () => {
    kept.sort((a, b) => (values[b] as number) - (values[a] as number) || b - a);
    kept = kept.slice(0, limit);
    if (kept.length === limit) threshold = values[kept[limit - 1] as number] as number;
  };
  if (limit === 0) return kept;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (value <= 0 || value < threshold) continue;
    kept.push(i);
    if (kept.length >= 4 * limit + 64) prune();
  }
  prune();
  return kept;
}
