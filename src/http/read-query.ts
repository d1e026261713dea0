import type { Field, Fields } from '../api/field.ts';
import { invalidArgument } from '../model/errors.ts';

/** Fields that this door offers: it knows the speaker by itself, and a program hands over nothing but data. */
export function offeredFields(input: Fields): Fields {
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, field]) => {
      if (name === 'speaker' || field.kind === 'given') return [];
      return [[name, field.fields === undefined ? field : { ...field, fields: offeredFields(field.fields) }]];
    }),
  );
}

const several: readonly Field['kind'][] = ['choices', 'texts', 'paths'];
const numbers: readonly Field['kind'][] = ['count', 'bytes', 'share', 'exitCode'];

/** The input in a query, unchecked. Unknown fields are kept, so that the check refuses them by name. */
export function readQuery(
  operation: string,
  offered: Fields,
  query: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(query).map(([name, values]) => [
      name,
      readValue(operation, name, offered[name]?.kind ?? 'text', values),
    ]),
  );
}

function readValue(operation: string, name: string, kind: Field['kind'], values: readonly string[]): unknown {
  const [value = ''] = values;
  if (several.includes(kind)) return values;
  if (kind === 'proses' && values.length > 1) return values;
  if (numbers.includes(kind)) return value.trim() === '' ? Number.NaN : Number(value);
  if (kind === 'flag') return { '': true, true: true, 1: true, false: false, 0: false }[value] ?? value;
  if (kind !== 'fields') return value;
  try {
    return JSON.parse(value);
  } catch {
    throw invalidArgument(`${operation} cannot be called like this: ${name} is no JSON.`, { field: name });
  }
}
