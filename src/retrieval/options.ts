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
  minimumConfidence: {
    description:
      'Where the answer to a statement, such as a rule or a plan, is less likely than this to be among the memories found, `recall` says that nothing is known, 0–1.',
    default: 0.5,
    minimum: 0,
    maximum: 1,
  },
  minimumQuestionConfidence: {
    description:
      'The same for a question. Lower, because people ask in words of their own, and a lost answer costs more than a look.',
    default: 0.2,
    minimum: 0,
    maximum: 1,
  },
} as const;

/** The slice of the settings that retrieval reads; frozen. */
export interface RetrievalSettings {
  readonly termLimit: number;
  readonly minimumRelevance: number;
  readonly minimumConfidence: number;
  readonly minimumQuestionConfidence: number;
}
