import { disclosures } from '../model/card.ts';
import type { SettingsOf } from '../model/settings-of.ts';

/** Settings of packs, under `packing.*`. */
export const packingOptions = {
  budgetTokens: {
    description: 'Maximum number of tokens that one answer or one hook puts into an agent’s context.',
    default: 600,
    unit: 'tokens',
    minimum: 50,
    maximum: 3_500,
    // One card with its longest hint fits; so many tokens stay within the output that an agent's hook may print.
    inRepository: { minimum: 400, maximum: 1_500 },
  },
} as const;

/** Memory V2's names of budgets, under `memory.*`: obeyed where `packing.budgetTokens` is not set. */
export const promptBudgetOptions = {
  softPromptBudgetTokens: {
    description:
      'Memory V2’s name of `packing.budgetTokens`, obeyed where that is not set. 0: not set. V2 had 1800 of its own.',
    default: 0,
    unit: 'tokens',
    minimum: 0,
    maximum: 3_500,
  },
  maxPromptBudgetTokens: {
    description:
      'Most tokens of one answer, whatever it was asked to take: a larger `--budget`, and a larger `packing.budgetTokens`, are cut to it.',
    default: 3_500,
    unit: 'tokens',
    minimum: 50,
    maximum: 100_000,
  },
} as const;

/** How much is told of each memory, under `disclosure.*`: the user's choice, under Memory V2's name. */
export const disclosureOptions = {
  mode: {
    description:
      'How much `recall` tells of each memory when asked: one line (`index`), the passage that matters most (`summary`), the passages that matter (`selective_detail`), or the whole text (`full_pack`). The less, the more memories fit; what has no room as `selective_detail` is told as a summary or a line. What is shown unasked is always `selective_detail`.',
    default: 'selective_detail',
    choices: disclosures,
  },
} as const;

/** The slice of the settings that packing reads; frozen. */
export type PackingSettings = SettingsOf<typeof packingOptions>;

/** How much is told of each memory; frozen. */
export type DisclosureSettings = SettingsOf<typeof disclosureOptions>;
