import type { RedactedText } from './brands.ts';

/** Fault that a checker finds at one place of the code. */
export interface Finding {
  /** The checker, or the language of the file where its output does not tell which one it is. */
  readonly tool: string;
  /** As the checker calls it: `no-unused-vars`, `F401`, `gosec G104`. */
  readonly rule: string;
  /** From the top of the repository. */
  readonly path: string;
  readonly line: number;
  /** Message of the checker; may contain secrets. */
  readonly says: string;
  /** A failing test: `rule` is its name. It may stand in no file that the output names. */
  readonly isTest?: true;
  /** The line of code that it is about, where the output shows it. */
  readonly source?: string;
}

/** Action about a finding, as recorded. `left`: none, and the session had not touched its file before. */
export const findingWays = [
  'suppressed',
  'configured',
  'command',
  'removed',
  'renamed',
  'wrapped',
  'handled',
  'changed',
  'left',
] as const;
export type FindingWay = (typeof findingWays)[number];

/** Action about a rule at one place. Lines are code, without comments and without words in quotes. */
export interface FindingSite {
  /** Equal for the same place of the same run of a session; its first 8 digits are the session's. */
  readonly id: string;
  readonly way: FindingWay;
  readonly path: RedactedText;
  readonly atMs: number;
  /** How the place begins, names masked: `text/hashes.ts`. */
  readonly form: RedactedText;
  /** Mark of the line itself: `placeMark`. */
  readonly mark: string;
  /** The name that the checker's message quotes first. */
  readonly about?: RedactedText;
  /** Lines that were taken out and put there; of a suppression, the words that silence the checker. */
  readonly removed?: readonly RedactedText[];
  readonly added?: readonly RedactedText[];
  /** Remark written beside a suppression. */
  readonly reason?: RedactedText;
  /** For the way `command`: the command that was run. */
  readonly command?: RedactedText;
}

/** Actions of sessions about one rule of one checker. Unique within a scope. */
export interface FindingBody {
  readonly kind: 'finding';
  readonly tool: RedactedText;
  readonly rule: RedactedText;
  /** Whether an agent may be told of it unconfirmed, as tools recorded it in a session in this repository. */
  readonly isOpen?: true;
  /** The latest last. */
  readonly sites: readonly FindingSite[];
}
