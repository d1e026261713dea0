import type { RedactedText } from './redacted-text.ts';

/** A rule that stops calls of an agent's tools: changes of the files that it refers to, and its command. */
export interface HardRuleBody {
  readonly kind: 'hard_rule';
  /** Words of a command line that is stopped: `git push --force`. */
  readonly command?: RedactedText;
}
