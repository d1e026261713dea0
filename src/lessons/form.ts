import { isFields } from '../text/json/fields.ts';
/** Required form of a value from outside. */
export interface Form {
  /** Completes the sentence "must be …". */
  readonly expected: string;
  /** The first wrong place within the value, with what it should be; undefined when the value is valid. */
  readonly misfit: (value: unknown, place: string) => Misfit | undefined;
}

interface Misfit {
  readonly place: string;
  readonly expected: string;
}

export function form(expected: string, fits: (value: unknown) => boolean): Form {
  return { expected, misfit: (value, place) => (fits(value) ? undefined : { place, expected }) };
}

export const text = form('a text', (value) => typeof value === 'string');
export const filledText = form(
  'a text that is not empty',
  (value) => typeof value === 'string' && value.trim() !== '',
);
export const flag = form('true or false', (value) => typeof value === 'boolean');
export const share = form(
  'a number from 0 to 1',
  (value) => typeof value === 'number' && value >= 0 && value <= 1,
);
export const count = form(
  'a whole number, 0 or more',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);
export const integer = form('a whole number', (value) => Number.isSafeInteger(value));
export const object = form('an object', isFields);

export function oneOf(choices: readonly string[]): Form {
  return form(`one of ${choices.join(', ')}`, (value) => choices.includes(value as string));
}

export function listOf(element: Form): Form {
  const expected = `a list, each element ${element.expected}`;
  return {
    expected,
    misfit(value, place) {
      if (!Array.isArray(value)) return { place, expected };
      for (const [position, found] of value.entries()) {
        const misfit = element.misfit(found, `${place}[${position}]`);
        if (misfit !== undefined) return misfit;
      }
      return undefined;
    },
  };
}

/** An object with these fields. Other fields are allowed, because a later version may have more. */
export function shapeOf(
  required: Readonly<Record<string, Form>>,
  optional: Readonly<Record<string, Form>> = {},
): Form {
  return {
    expected: 'an object',
    misfit(value, place) {
      if (!isFields(value)) return { place, expected: 'an object' };
      for (const [name, field] of Object.entries({ ...required, ...optional })) {
        const found = Object.hasOwn(value, name) ? value[name] : undefined;
        if (found === undefined && !Object.hasOwn(required, name)) continue;
        const misfit = field.misfit(found, place === '' ? name : `${place}.${name}`);
        if (misfit !== undefined) return misfit;
      }
      return undefined;
    },
  };
}
