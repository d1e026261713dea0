import type { OptionDefinition } from './options.ts';

/** Long flag of an option: `--top-k`. */
export function flagOf(name: string, { negated }: Pick<OptionDefinition, 'negated'> = {}): string {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${negated ? 'no-' : ''}${kebab}`;
}

/** All ways to write an option, with its placeholder: `-h, --help`, `--top-k COUNT`. */
export function spellingOf(name: string, definition: OptionDefinition): string {
  const { short, placeholder } = definition;
  return `${short === undefined ? '' : `-${short}, `}${flagOf(name, definition)}${placeholder === undefined ? '' : ` ${placeholder}`}`;
}

/** Description with its default, as in the help and the reference. */
export function describeOption({ description, byDefault }: OptionDefinition): string {
  return byDefault === undefined ? description : `${description} Default: ${byDefault}.`;
}
