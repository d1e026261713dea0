import type { OptionName } from './options.ts';

export interface ArgumentDefinition {
  readonly name: string;
  readonly description: string;
  /** One or more; none or more when it is optional too. */
  readonly several?: true;
  readonly optional?: true;
  /** All that it can be. */
  readonly choices?: readonly string[];
}

export interface CommandDefinition {
  /** Words after `afterwit`; empty for the bare command. */
  readonly words: readonly string[];
  readonly summary: string;
  /** Paragraphs below the summary. */
  readonly details: readonly string[];
  readonly arguments: readonly ArgumentDefinition[];
  /** Beside the common ones. */
  readonly options: readonly OptionName[];
  /** What an option means here, where its own description does not say it. */
  readonly optionWords?: Readonly<Partial<Record<OptionName, string>>>;
  /** Looks at no history: takes no `--as-of`. */
  readonly timeless?: true;
  readonly examples: readonly { readonly command: string; readonly explanation: string }[];
  /** What `--json` prints, as a type exported by the library; absent when it prints no answer. */
  readonly jsonType?: string;
}
