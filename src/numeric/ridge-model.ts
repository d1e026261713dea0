/**
 * Ridge regression of one target on d features, updated one observation at a time. Plain numbers, so that it can be stored;
 * never changed in place.
 */
export interface RidgeModel {
  /** Inverse of λI + Σ x xᵀ, row by row: d² numbers. */
  readonly inverse: readonly number[];
  /** Σ y x. */
  readonly moments: readonly number[];
  /** The inverse times the moments: kept, so that a prediction costs d multiplications. */
  readonly weights: readonly number[];
}

/** A model that has seen nothing. @param penalty λ: as much evidence for a weight of 0 */
export function emptyRidge(features: number, penalty = 1): RidgeModel {
  const inverse = new Array<number>(features * features).fill(0);
  for (let i = 0; i < features; i++) inverse[i * features + i] = 1 / penalty;
  const zeros = new Array<number>(features).fill(0);
  return { inverse, moments: zeros, weights: zeros };
}

/** The model after one more observation, by the formula of Sherman and Morrison (1950): d² steps, no inversion. */
export function updateRidge(model: RidgeModel, row: readonly number[], target: number): RidgeModel {
  const size = row.length;
  const image = multiply(model.inverse, row);
  const scale = 1 / (1 + dot(image, row));
  const inverse = model.inverse.slice();
  for (let i = 0; i < size; i++) {
    const factor = scale * (image[i] as number);
    for (let j = 0; j < size; j++)
      inverse[i * size + j] = (inverse[i * size + j] as number) - factor * (image[j] as number);
  }
  const moments = model.moments.map((moment, i) => moment + target * (row[i] as number));
  return { inverse, moments, weights: multiply(inverse, moments) };
}

export function predictRidge({ weights }: RidgeModel, row: readonly number[]): number {
  return dot(weights, row);
}

/** Standard error of the prediction in units of the noise, √(xᵀ A⁻¹ x): the width of LinUCB's interval (Li et al. 2010). */
export function ridgeWidth({ inverse }: RidgeModel, row: readonly number[]): number {
  return Math.sqrt(Math.max(0, dot(multiply(inverse, row), row)));
}

function multiply(matrix: readonly number[], vector: readonly number[]): number[] {
  const size = vector.length;
  const product = new Array<number>(size).fill(0);
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += (matrix[i * size + j] as number) * (vector[j] as number);
    product[i] = sum;
  }
  return product;
}

function dot(one: readonly number[], other: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += (one[i] as number) * (other[i] as number);
  return sum;
}
