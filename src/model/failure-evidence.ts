/** In which respect two failures were compared. */
export type EvidenceAspect = 'error' | 'kind' | 'family' | 'name' | 'command' | 'file' | 'stack';

/** One thing that two failures have in common, or do not. */
export interface EvidencePoint {
  readonly aspect: EvidenceAspect;
  /** In words, such as `module requests`, or `module requests, not yaml` where they differ. */
  readonly words: string;
}

/** Why a memory is taken for an answer to the failure at hand, and what speaks against it. */
export interface FailureEvidence {
  readonly agrees: readonly EvidencePoint[];
  readonly differs: readonly EvidencePoint[];
}
