/** Settings of finding memories, under `retrieval.*`. */
export const retrievalOptions = {
  termLimit: {
    description: 'A query is reduced to this many terms before memories are searched.',
    default: 24,
    unit: 'terms',
    minimum: 1,
    maximum: 200,
  },
  minimumRelevance: {
    description: 'Memories that reach a smaller share of the best possible score are not shown, 0–1.',
    default: 0.2,
    minimum: 0,
    maximum: 1,
  },
} as const;

/** The slice of the settings that retrieval reads; frozen. */
export interface RetrievalSettings {
  readonly termLimit: number;
  readonly minimumRelevance: number;
}
