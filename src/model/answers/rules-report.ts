import type { RepositoryPath } from '../commit.ts';
import type { ItemId } from '../memory-item.ts';
import type { RedactedText } from '../redacted-text.ts';

/** What became of a rule: it is new, stands in the place of another, is gone, or is back. */
export type RuleFate = 'added' | 'superseded' | 'archived' | 'revived';

export interface RuleChange {
  readonly fate: RuleFate;
  readonly path: RepositoryPath;
  readonly text: RedactedText;
  readonly itemId: ItemId;
}

/** Result of reading the rule files of a repository. */
export interface RulesReport {
  readonly preview: boolean;
  readonly files: readonly { readonly path: RepositoryPath; readonly rules: number }[];
  /** Rules that stand, whether they are new or not. */
  readonly ruleCount: number;
  readonly changes: readonly RuleChange[];
  /** Rules of earlier versions that were noted as such: those that others replaced, and those that just went. */
  readonly pastRules: { readonly superseded: number; readonly archived: number };
  readonly redactedSecrets: number;
}
