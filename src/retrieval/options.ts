import type { SettingsOf } from '../model/settings-of.ts';

/** Settings of the order of answers, under `memory.v3.rerank.*` (names of the Memory V3 record). */
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
} as const;

/** Settings of unasked help, under `memory.v3.activeHooks.*`. */
export const activeHookOptions = {
  fileSalience: {
    description:
      'Whether a memory about a file that is being worked on is preferred to others. `false`: words alone decide, as in Memory V2.',
    default: true,
  },
} as const;

/** Whether and when memories found by words are put in order again; frozen. */
export type RerankSettings = SettingsOf<typeof rerankOptions>;

/** How far memory is followed from the memories that likely matter; frozen. */
export interface GraphExpansionSettings extends SettingsOf<typeof graphExpansionOptions> {
  /** Most memories that are shown because of where they stand. */
  readonly maxItems: number;
  /** Memories that are less likely to matter are not reached, 0–1. */
  readonly minConfidence: number;
}

/** Settings of unasked help; frozen. */
export type ActiveHookSettings = SettingsOf<typeof activeHookOptions>;

/** Settings of retrieval; frozen. */
export interface RetrievalSettings {
  /** A query is reduced to this many terms before memories are searched. */
  readonly termLimit: number;
}

export const retrievalConstants: RetrievalSettings = { termLimit: 24 };
export const graphExpansionConstants = { maxItems: 2, minConfidence: 0.5 } as const;
