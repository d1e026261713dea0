/** Settings of packs, under `packing.*`. */
export const packingOptions = {
  budgetTokens: {
    description: 'Maximum number of tokens that one answer or one hook puts into an agent’s context.',
    default: 600,
    unit: 'tokens',
    minimum: 50,
    maximum: 3_500,
  },
} as const;

/** The slice of the settings that packing reads; frozen. */
export interface PackingSettings {
  readonly budgetTokens: number;
}
