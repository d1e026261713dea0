/** A score that explains itself: its value, its description and its parts. */
export interface ScoreTree {
  readonly value: number;
  readonly description: string;
  readonly parts: readonly ScoreTree[];
}

/** A score without parts. */
export function leaf(value: number, description: string): ScoreTree {
  return { value, description, parts: [] };
}

/**
 * Evidence that a memory answers a question in words. Neither part depends on the length of the question or on the
 * number of memories.
 */
export interface AnswerEvidence {
  /** Runs of four letters in both question and memory, by rarity, as a share of those of the lesser one, 0–1. */
  readonly letters: number;
  /** −ln of the number of unrelated memories of this length that would hold as much of the question by chance. */
  readonly surprise: number;
  /** Telling terms of the question that the memory holds, the rarest first. */
  readonly terms: readonly string[];
}

/** Form in which a memory is told: `likely` as a card, `perhaps` in a line, `nothing` not at all. */
export type AnswerLevel = 'likely' | 'perhaps' | 'nothing';

/** How something is searched: by words, by vectors alone, or by both. */
export const retrievals = ['words', 'dense', 'hybrid'] as const;
export type Retrieval = (typeof retrievals)[number];

/** How likely a memory answers a question. */
export interface AnswerEstimate {
  /** Calibrated probability, 0–1 (`retrieval/answer-evidence.ts`). */
  readonly confidence: number;
  readonly level: AnswerLevel;
  readonly evidence: AnswerEvidence;
  /** Cosine of its vector and that of the question, where that alone makes it a line. */
  readonly near?: number;
}

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
  /** Purpose that the file states. */
  readonly purpose?: string;
}

/** Where in the code the failure at hand is likely mended, likeliest first. */
export interface LocatedPlaces {
  readonly functions: readonly LikelyFunction[];
  readonly files: readonly LikelyFile[];
}

/** How likely the fix of a memory changed the place to be changed now. */
export interface PlaceEvidence {
  /** Probability that any function that it changed is to be changed now, 0–1. */
  readonly functionChance: number;
  /** Probability that the likeliest of them, which the card names, is to be changed now, 0–1; older receipts have none. */
  readonly namedChance?: number;
  /** Probability that the likeliest of its files is to be changed now, 0–1. */
  readonly fileChance: number;
}

/**
 * How sure a match is. `match`: one clear candidate; `ambiguous`: several close candidates, or one just below the
 * threshold; `abstain`: no candidate is close enough.
 */
export type MatchStatus = 'match' | 'ambiguous' | 'abstain';

/** How well the memory knows the queried failure, judged over all candidates. */
export interface FailureMatch {
  readonly status: MatchStatus;
  /** F(q, c) of the best candidate that may be shown, 0–1; 0 when there is none. */
  readonly topScore: number;
  /** Its lead over the best variant with another fix, 0–1 (RSCB-MC, Eq. 10). */
  readonly margin: number;
  /** Why, in words. */
  readonly reason: string;
}
