/** Wilson score interval of a proportion (Wilson 1927); 95 % by default. No trials: the whole range. */
export function wilsonInterval(
  successes: number,
  trials: number,
  z = 1.959963984540054,
): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const share = successes / trials;
  const square = z * z;
  const centre = share + square / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  const scale = 1 + square / trials;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
