/** Turns texts into vectors: texts of like meaning lie near each other. */
export interface Embedder {
  /** For receipts and the cache; another one wherever vectors differ. */
  readonly name: string;
  /** Texts go to another program or machine, so that they are counted and bounded by the budget of the day. */
  readonly leaves: boolean;
  /**
   * One vector for each text, in their order, as the model gave them: the caller checks them. The texts are redacted.
   * @param signal aborted when the vectors are no longer waited for. @throws ModelFault
   */
  embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly number[] | Float32Array)[]>;
}

/** Vector of a text, as it is kept. */
interface KeptVector {
  /** Hash of the text, as it was embedded. */
  readonly hash: string;
  /** Id of a memory, by which its vectors are forgotten; empty for a text of the repository. */
  readonly owner: string;
  readonly vector: Float32Array;
}

/** Vectors computed before, in `cache.db`. They can be computed again, and are deleted with their texts. */
export interface VectorCache {
  /** Those that are known of these hashes. */
  vectors(model: string, hashes: readonly string[]): ReadonlyMap<string, Float32Array>;
  keep(model: string, vectors: readonly KeptVector[]): void;
  /** Deletes the vectors of these owners, or all. */
  forget(owners?: readonly string[]): void;
  /** How many are kept, by model. */
  counts(): readonly { readonly model: string; readonly count: number; readonly bytes: number }[];
  close(): void;
}
