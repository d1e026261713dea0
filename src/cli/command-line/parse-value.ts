import type { Field, FieldKind } from '../../api/field.ts';
import { AfterwitError } from '../../model/errors.ts';
import { flagOf } from './command.ts';

type Value = string | number | readonly string[];
type Parse = (text: string) => Value | undefined;

interface ValueForm {
  readonly expected: string;
  readonly parse: Parse;
}

/** Parser and expected form of each kind of value. A parser gives `undefined` for a value of the wrong form. */
const aPath: ValueForm = { expected: 'a path', parse: (text) => text || undefined };
const someText: ValueForm = { expected: 'some text', parse: (text) => text || undefined };
const forms: Readonly<Partial<Record<FieldKind, ValueForm>>> = {
  path: aPath,
  paths: aPath,
  document: aPath,
  count: { expected: 'a whole number from 1 to 1000000', parse: (text) => wholeNumber(text, 1, 1_000_000) },
  bytes: { expected: 'a whole number of bytes, 0 or more', parse: (text) => wholeNumber(text, 0, 2 ** 31) },
  exitCode: { expected: 'an exit status, such as 1', parse: exitCode },
  texts: { expected: 'some text', parse: (text) => (text.trim() === '' ? undefined : text) },
  share: { expected: 'a share from 0 to 1, such as 0.4 or 40%', parse: share },
};

/**
 * Value of an option, read from the command line.
 * @throws INVALID_ARGUMENT
 */
export function parseValue(name: string, definition: Field, text: string): Value {
  const form = formOf(definition);
  const value = form.parse(text);
  if (value !== undefined) return value;
  const flag = flagOf(name, definition);
  throw new AfterwitError('INVALID_ARGUMENT', `${flag} takes ${form.expected}, not "${text}".`, {
    data: { option: flag, expected: form.expected, found: text },
  });
}

function formOf({ kind, choices = [] }: Field): ValueForm {
  if (kind === 'choice')
    return { expected: `one of ${choices.join(', ')}`, parse: (text) => choose(text, choices) };
  if (kind === 'choices') {
    return {
      expected: `some of ${choices.join(', ')}, separated by commas`,
      parse: (text) => chooseSome(text, choices),
    };
  }
  return forms[kind] ?? someText;
}

function choose(text: string, choices: readonly string[]): string | undefined {
  return choices.find((choice) => choice === text.trim());
}

function chooseSome(text: string, choices: readonly string[]): readonly string[] | undefined {
  const chosen = text.split(',').map((part) => choose(part, choices));
  const known = chosen.filter((choice) => choice !== undefined);
  return known.length === chosen.length ? [...new Set(known)] : undefined;
}

function wholeNumber(text: string, minimum: number, maximum: number): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}

/** Windows statuses have 32 bits, and some programs print them as negative numbers. */
function exitCode(text: string): number | undefined {
  return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 32 ? Number(text) : undefined;
}

function share(text: string): number | undefined {
  const match = /^(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})(%?)$/.exec(text);
  if (match === null) return undefined;
  const value = Number(match[1]) / (match[2] === '%' ? 100 : 1);
  return value <= 1 ? value : undefined;
}
