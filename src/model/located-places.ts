/** A function that the failure at hand is likely about. */
export interface LikelyFunction {
  readonly path: string;
  /** Name with its container. */
  readonly name: string;
  /** Calibrated probability that its fix touches the function, 0–1. */
  readonly confidence: number;
}

/** Where in the code the failure at hand is likely mended, likeliest first. */
export interface LocatedPlaces {
  readonly functions: readonly LikelyFunction[];
  readonly files: readonly { readonly path: string; readonly confidence: number }[];
}

/** How likely the fix of a memory changed what is to be changed now. */
export interface PlaceEvidence {
  /** Probability that it changed a function that is to be changed now, 0–1. */
  readonly functionChance: number;
  /** Probability that the likeliest of its files is to be changed now, 0–1. */
  readonly fileChance: number;
}
