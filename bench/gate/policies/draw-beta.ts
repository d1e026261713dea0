/**
 * A draw from the Beta distribution, as the share of two Gamma draws.
 * @param random uniform draws from [0, 1)
 */
export function drawBeta(alpha: number, beta: number, random: () => number): number {
  const one = drawGamma(alpha, random);
  const other = drawGamma(beta, random);
  return one + other === 0 ? alpha / (alpha + beta) : one / (one + other);
}

/** Marsaglia and Tsang (2000); a shape below 1 is drawn one higher and pulled back. */
function drawGamma(shape: number, random: () => number): number {
  if (shape < 1) return drawGamma(shape + 1, random) * (1 - random()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const normal = drawNormal(random);
    const v = (1 + c * normal) ** 3;
    if (v > 0 && Math.log(1 - random()) < 0.5 * normal * normal + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Box and Muller (1958). */
function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
