export interface NearVector {
  /** Place of the vector. */
  readonly at: number;
  /** Cosine. */
  readonly similarity: number;
  /** It stands out from the others. */
  readonly isNear: boolean;
}

/** Standard deviations above the mean of all; models differ in the worth of a cosine, hardly in this. */
const leastDeviations = 2.5;
/** From fewer nothing stands out. */
const fewestCompared = 12;

/** Vectors of length 1 by their cosine with another one, nearest first; those that are absent are left out. */
export function nearestVectors(
  question: Float32Array,
  vectors: readonly (Float32Array | undefined)[],
): readonly NearVector[] {
  const found = vectors.flatMap((vector, at) =>
    vector?.length === question.length ? [{ at, similarity: dot(question, vector) }] : [],
  );
  const mean = found.reduce((sum, { similarity }) => sum + similarity, 0) / Math.max(1, found.length);
  const variance = found.reduce((sum, { similarity }) => sum + (similarity - mean) ** 2, 0);
  const least = mean + leastDeviations * Math.sqrt(variance / Math.max(1, found.length));
  return found
    .map((one) => ({ ...one, isNear: found.length >= fewestCompared && one.similarity >= least }))
    .sort((a, b) => b.similarity - a.similarity);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
