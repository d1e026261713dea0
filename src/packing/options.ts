/** Settings of packs, under `packing.*`. */
export const packingOptions = {
  budgetTokens: {
    description: 'Maximum number of tokens that one answer or one hook puts into an agent’s context.',
    default: 600,
    unit: 'tokens',
    minimum: 50,
    maximum: 3_500,
    // One card with its longest hint fits; so many tokens stay within what the hook of an agent may print.
    inRepository: { minimum: 400, maximum: 1_500 },
  },
} as const;

/** The slice of the settings that packing reads; frozen. */
export interface PackingSettings {
  readonly budgetTokens: number;
}
