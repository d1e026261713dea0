import type { CommandWords } from '../../api/operation.ts';
import type { OptionDefinition } from './options.ts';

export interface ArgumentDefinition {
  readonly name: string;
  readonly description: string;
  /** Takes one or more values; zero or more when it is also optional. */
  readonly several?: true;
  readonly optional?: true;
  /** Allowed values. */
  readonly choices?: readonly string[];
}

/** Options by the name of their value; the flag is that name in kebab-case. */
export type Options = Readonly<Record<string, OptionDefinition>>;

export interface CommandDefinition extends CommandWords {
  readonly summary: string;
  readonly arguments: readonly ArgumentDefinition[];
  /** Options besides the common ones. */
  readonly options: Options;
}
