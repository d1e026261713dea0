import { AfterwitError } from '../../model/errors.ts';
import { flagOf, type OptionKind, type OptionName, optionDefinitions } from './options.ts';

type Parse = (text: string) => string | number | undefined;

/** How a value of each kind is read, and what it must look like. `undefined` means that it does not. */
const forms: Readonly<
  Record<Exclude<OptionKind, 'switch'>, { readonly expected: string; readonly parse: Parse }>
> = {
  text: { expected: 'some text', parse: (text) => text || undefined },
  path: { expected: 'a path', parse: (text) => text || undefined },
  count: { expected: 'a whole number from 1 to 1000000', parse: (text) => wholeNumber(text, 1, 1_000_000) },
  bytes: { expected: 'a whole number of bytes, 0 or more', parse: (text) => wholeNumber(text, 0, 2 ** 31) },
  share: { expected: 'a share from 0 to 1, such as 0.4 or 40%', parse: share },
};

/**
 * Value of an option, read from the command line.
 * @throws INVALID_ARGUMENT
 */
export function parseValue(name: OptionName, text: string): string | number {
  const { kind } = optionDefinitions[name];
  // Switches take no value, so the parser never gets here with one; text is the harmless reading.
  const form = forms[kind === 'switch' ? 'text' : kind];
  const value = form.parse(text);
  if (value !== undefined) return value;
  const flag = flagOf(name);
  throw new AfterwitError('INVALID_ARGUMENT', `${flag} takes ${form.expected}, not "${text}".`, {
    data: { option: flag, expected: form.expected, found: text },
  });
}

function wholeNumber(text: string, minimum: number, maximum: number): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}

function share(text: string): number | undefined {
  const match = /^(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})(%?)$/.exec(text);
  if (match === null) return undefined;
  const value = Number(match[1]) / (match[2] === '%' ? 100 : 1);
  return value <= 1 ? value : undefined;
}
