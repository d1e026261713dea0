/** The aspect in which two failures were compared. */
export type EvidenceAspect = 'error' | 'kind' | 'family' | 'name' | 'command' | 'file' | 'stack';

/** One aspect in which two failures agree or differ. */
export interface EvidencePoint {
  readonly aspect: EvidenceAspect;
  /** In words, such as `module requests`, or `module requests, not yaml` where they differ. */
  readonly words: string;
}

/** The evidence that a memory answers the queried failure, and the evidence against it. */
export interface FailureEvidence {
  readonly agrees: readonly EvidencePoint[];
  readonly differs: readonly EvidencePoint[];
}
