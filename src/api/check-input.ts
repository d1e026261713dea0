import { type AfterwitError, invalidArgument } from '../model/errors.ts';
import type { Field, FieldKind, Fields } from './field.ts';

interface ValueForm {
  /** As a message has it: `text`, `a list of texts`. */
  readonly must: (field: Field) => string;
  readonly fits: (value: unknown, field: Field) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
/** The range of a number is checked where the number is used. */
const isNumber = (value: unknown) => typeof value === 'number' && !Number.isNaN(value);
const number: ValueForm = { must: () => 'a number', fits: isNumber };
const mostCounted = 1_000_000;
/** A door between a caller and a user refuses values that make no sense. */
const wholeForms: Readonly<Partial<Record<FieldKind, ValueForm>>> = {
  count: {
    must: ({ least = 1, most = mostCounted }) => `a whole number from ${least} to ${most}`,
    fits: (value, { least = 1, most = mostCounted }) =>
      Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
  },
  bytes: {
    must: ({ most = 2 ** 31 }) => `a whole number from 0 to ${most}`,
    fits: (value, { most = 2 ** 31 }) =>
      Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most,
  },
  exitCode: { must: () => 'a whole number', fits: (value) => Number.isSafeInteger(value) },
};
const text: ValueForm = { must: () => 'text', fits: isText };
const texts: ValueForm = {
  must: () => 'a list, of text each',
  fits: (value) => Array.isArray(value) && value.every(isText),
};
const quoted = ({ choices = [] }: Field) => `one of ${choices.map((each) => `"${each}"`).join(', ')}`;
const isChoice = (value: unknown, { choices = [] }: Field) => isText(value) && choices.includes(value);

/** A field without a name of its own form holds text. */
const forms: Readonly<Partial<Record<FieldKind, ValueForm>>> = {
  count: number,
  bytes: number,
  share: number,
  exitCode: number,
  flag: { must: () => 'true or false', fits: (value) => typeof value === 'boolean' },
  choice: { must: quoted, fits: isChoice },
  choices: {
    must: (field) => `a list, of ${quoted(field)} each`,
    fits: (value, field) => Array.isArray(value) && value.every((each) => isChoice(each, field)),
  },
  texts,
  paths: texts,
  proses: {
    must: () => 'text or a list, of text each',
    fits: (value) => isText(value) || texts.fits(value, { kind: 'texts', description: '' }),
  },
  fields: { must: () => 'an object', fits: isObject },
  given: { must: ({ must = '' }) => must, fits: (value, { fits }) => fits?.(value) === true },
};

export interface Reading {
  /** Refuses unknown fields. Default: ignores them, so that newer callers are understood. */
  readonly strict?: boolean;
  /** Spellings of before are taken instead of refused. */
  readonly older?: boolean;
}

/**
 * An input as its fields have it. Never repeats a value, which may be a secret.
 * @param name of the operation
 * @throws INVALID_ARGUMENT, whose `data` names the field and its required form
 */
export function readInput(
  name: string,
  its: Fields,
  handed: unknown,
  reading: Reading = {},
): Readonly<Record<string, unknown>> {
  if (!isObject(handed)) throw wrong(name, '', `its fields must be an object, and are ${nameKind(handed)}`);
  return readFields(name, its, handed, reading, '');
}

function readFields(
  name: string,
  its: Fields,
  handed: Readonly<Record<string, unknown>>,
  reading: Reading,
  prefix: string,
): Readonly<Record<string, unknown>> {
  const read: Record<string, unknown> = { ...handed };
  for (const [field, { was = [] }] of Object.entries(its))
    for (const old of was) {
      if (read[old] === undefined || Object.hasOwn(its, old)) continue;
      if (!reading.older) throw wrong(name, prefix + old, `${prefix}${old} is called ${field} now`);
      read[field] ??= read[old];
      delete read[old];
    }
  const unknown = reading.strict ? Object.keys(read).find((key) => !Object.hasOwn(its, key)) : undefined;
  if (unknown !== undefined) {
    const known = Object.keys(its).join(', ');
    throw wrong(name, prefix + unknown, `there is no field "${prefix}${unknown}"; there are ${known}`);
  }
  for (const [key, field] of Object.entries(its)) {
    const value = read[key];
    if (value === undefined && !field.required) continue;
    read[key] = readField(name, field, value, reading, prefix + key);
  }
  return read;
}

function readField(name: string, field: Field, value: unknown, reading: Reading, path: string): unknown {
  const whole = reading.strict ? wholeForms[field.kind] : undefined;
  const { must, fits } = whole ?? forms[field.kind] ?? text;
  if (!fits(value, field))
    throw wrong(name, path, `${path} must be ${must(field)}, and is ${nameKind(value)}`);
  if (field.fields === undefined || !isObject(value)) return value;
  return readFields(name, field.fields, value, reading, `${path}.`);
}

function wrong(name: string, field: string, what: string): AfterwitError {
  return invalidArgument(`${name} cannot be called like this: ${what}.`, { field });
}

function nameKind(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (Number.isNaN(value)) return 'NaN';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'boolean') return 'true or false';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
