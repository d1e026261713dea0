import type { RedactedText } from './redacted-text.ts';

/** Whether a strategy is wanted or not. */
export const stances = ['prefer', 'avoid'] as const;
export type Stance = (typeof stances)[number];

/** A preference between fixes: a fix that follows an avoided strategy is never shown unasked. */
export interface PreferenceBody {
  readonly kind: 'preference';
  readonly stance: Stance;
  /** The strategy, in the words that fixes use for it: `npm install --force`. */
  readonly strategy: RedactedText;
}
