import type { RedactedText } from './redacted-text.ts';

/** Whether a way of doing things is wanted or not. */
export const stances = ['prefer', 'avoid'] as const;
export type Stance = (typeof stances)[number];

/** A preference that tells fixes apart: one that follows an avoided strategy is never shown unasked. */
export interface PreferenceBody {
  readonly kind: 'preference';
  readonly stance: Stance;
  /** A way of doing things in words that its descriptions use: `npm install --force`. */
  readonly strategy: RedactedText;
}
