/** Settings of finding memories, under `retrieval.*`. */
export const retrievalOptions = {
  termLimit: {
    description: 'A query is reduced to this many terms before memories are searched.',
    default: 24,
    unit: 'terms',
    minimum: 1,
    maximum: 200,
  },
} as const;

function mostOf(layer: string, before: number) {
  return {
    description: `Most ${layer} memories in an answer to whoever asks, as long as memories of other layers fit as well; what room they leave is filled. 0: no limit. Memory V2 had ${before}.`,
    default: 0,
    unit: 'memories',
    minimum: 0,
    maximum: 100,
  } as const;
}

/** Settings of Memory V2 about how many memories of each layer are shown, under `memory.*`. */
export const layerOptions = {
  workingTopK: mostOf('working', 6),
  episodicTopK: mostOf('episodic', 8),
  semanticTopK: mostOf('semantic', 6),
  proceduralTopK: mostOf('procedural', 4),
} as const;

/** Settings of the order of what is asked in words, under `memory.v3.rerank.*` (names of the Memory V3 record). */
export const rerankOptions = {
  enabled: {
    description:
      'Whether memories that were found by words are put in order by words and by how likely each answers the question, which needs no language model. `false`: in the order of words alone, as in Memory V2. Whether anything answers is judged either way.',
    default: true,
  },
  maxCandidates: {
    description:
      'So many are compared with what was asked, the best by words; as many again of those that may not be shown.',
    default: 8,
    unit: 'memories',
    minimum: 1,
    maximum: 20,
  },
  triggerMinMargin: {
    description:
      'They are put in order where the best by words is ahead of the second by no more than this share of its score, 0–1: 1 − s₂ / s₁. 1: always.',
    default: 1,
    minimum: 0,
    maximum: 1,
  },
} as const;

/** Settings of one-hop expansion, under `memory.v3.graphExpansion.*`. */
export const graphExpansionOptions = {
  maxHops: {
    description:
      'Asked in words: where no memory answers, those this many steps away from a place that the question is likely about are shown, as no answer; beside a memory that answers, those it is linked to as cause, resolution or dependence. 0: none, as in Memory V2.',
    default: 1,
    unit: 'steps',
    minimum: 0,
    maximum: 3,
  },
  minConfidence: {
    description: 'What is less likely to matter than this is not reached, 0–1.',
    default: 0.5,
    minimum: 0,
    maximum: 1,
  },
  maxItems: {
    description: 'Most memories that are shown because of where they stand.',
    default: 2,
    unit: 'memories',
    minimum: 1,
    maximum: 10,
  },
} as const;

/** Settings of what helps unasked, under `memory.v3.activeHooks.*`. */
export const activeHookOptions = {
  fileSalience: {
    description:
      'Whether a memory about a file that is being worked on is preferred to others. `false`: words alone decide, as in Memory V2.',
    default: true,
  },
} as const;

/** Most memories of each layer in an answer; frozen. */
export interface LayerSettings {
  readonly workingTopK: number;
  readonly episodicTopK: number;
  readonly semanticTopK: number;
  readonly proceduralTopK: number;
}

/** Whether and when what was found by words is put in order again; frozen. */
export interface RerankSettings {
  readonly enabled: boolean;
  readonly maxCandidates: number;
  readonly triggerMinMargin: number;
}

/** How far memory is followed from what is likely to matter; frozen. */
export interface GraphExpansionSettings {
  readonly maxHops: number;
  readonly minConfidence: number;
  readonly maxItems: number;
}

/** What helps unasked; frozen. */
export interface ActiveHookSettings {
  readonly fileSalience: boolean;
}

/** The slice of the settings that retrieval reads; frozen. */
export interface RetrievalSettings {
  readonly termLimit: number;
}
