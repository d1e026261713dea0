/** A function that the failure at hand is likely about. */
export interface LikelyFunction {
  readonly path: string;
  /** Name with its container. */
  readonly name: string;
  /** Calibrated probability that its fix touches the function, 0–1. */
  readonly confidence: number;
}

/** A file that its fix likely touches. */
export interface LikelyFile {
  readonly path: string;
  /** Calibrated probability that its fix touches the file, 0–1. */
  readonly confidence: number;
  /** Paths that it had before it was renamed or moved: an earlier fix names it by one of these. */
  readonly formerPaths?: readonly string[];
  /** What the file says that it is for. */
  readonly purpose?: string;
}

/** Where in the code the failure at hand is likely mended, likeliest first. */
export interface LocatedPlaces {
  readonly functions: readonly LikelyFunction[];
  readonly files: readonly LikelyFile[];
}

/** How likely the fix of a memory changed what is to be changed now. */
export interface PlaceEvidence {
  /** Probability that any function that it changed is to be changed now, 0–1. */
  readonly functionChance: number;
  /** Probability that the likeliest of them, which the card names, is to be changed now, 0–1; older receipts have none. */
  readonly namedChance?: number;
  /** Probability that the likeliest of its files is to be changed now, 0–1. */
  readonly fileChance: number;
}
