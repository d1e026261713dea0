import { type OptionDefinition, type OptionName, optionDefinitions } from './options.ts';

/** Long flag of an option: `--top-k`. */
export function flagOf(name: OptionName): string {
  const { negated }: OptionDefinition = optionDefinitions[name];
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${negated ? 'no-' : ''}${kebab}`;
}

/** All ways to write an option, with its placeholder: `-h, --help`, `--top-k COUNT`. */
export function spellingOf(name: OptionName): string {
  const { short, placeholder }: OptionDefinition = optionDefinitions[name];
  return `${short === undefined ? '' : `-${short}, `}${flagOf(name)}${placeholder === undefined ? '' : ` ${placeholder}`}`;
}

/** Description with its default, as in the help and the reference. A command may have its own description. */
export function describeOption(name: OptionName, ownWords?: string): string {
  if (ownWords !== undefined) return ownWords;
  const { description, byDefault }: OptionDefinition = optionDefinitions[name];
  return byDefault === undefined ? description : `${description} Default: ${byDefault}.`;
}
