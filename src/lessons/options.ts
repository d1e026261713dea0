import type { SettingsOf } from '../model/settings-of.ts';

/** Settings of contradictions, under `memory.v3.contradiction.*`. */
export const contradictionOptions = {
  enabled: {
    description:
      'Whether a new memory takes the place of one that it says is replaced, and what contradicts each other, or may, is never shown together. `false`: all is kept and shown as it was said, as in Memory V2; what was superseded before stays so.',
    default: true,
  },
} as const;

/** Whether contradictions are looked for; frozen. */
export type ContradictionSettings = SettingsOf<typeof contradictionOptions>;
