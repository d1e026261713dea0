import type { OptionName } from './options.ts';

export interface ArgumentDefinition {
  readonly name: string;
  readonly description: string;
  /** Takes one or more values; zero or more when it is also optional. */
  readonly several?: true;
  readonly optional?: true;
  /** Allowed values. */
  readonly choices?: readonly string[];
}

export interface CommandDefinition {
  /** Words after `afterwit`; empty for the bare command. */
  readonly words: readonly string[];
  /** Other words after `afterwit` that do the same: older names, and words that others read better. */
  readonly alsoSpelled?: readonly (readonly string[])[];
  /** Words that people who know other programs try instead; they are answered with this command's name. */
  readonly otherNames?: readonly string[];
  readonly summary: string;
  /** Paragraphs below the summary. */
  readonly details: readonly string[];
  readonly arguments: readonly ArgumentDefinition[];
  /** Options besides the common ones. */
  readonly options: readonly OptionName[];
  /** Description of an option for this command, where the general one does not fit. */
  readonly optionWords?: Readonly<Partial<Record<OptionName, string>>>;
  /** Does not read history, so it takes no `--as-of`. */
  readonly timeless?: true;
  readonly examples: readonly { readonly command: string; readonly explanation: string }[];
  /** Exported type of what `--json` prints; absent when it prints no answer. */
  readonly jsonType?: string;
}
