import { headOf, tailOf } from '../redaction/cut-text.ts';
import { fieldsOf, textOf } from '../text/json/fields.ts';

const sessionForm = /^[\w.:-]{1,128}$/;

/** A session as agents name it, with which `forget --origin` is called; whatever else stands there names none. */
export function sessionOf(value: unknown): string | undefined {
  const name = textOf(value);
  return name !== undefined && sessionForm.test(name) ? name : undefined;
}

/** A time as agents write it, in milliseconds since 1970; undefined when it is none. */
export function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}

const longestOutput = 262_144;

/** Text of a tool's answer: a string, or a list of parts of which some have one. Of a long one, the beginning and the end. */
export function outputText(value: unknown): string {
  const whole = Array.isArray(value)
    ? value.map((part) => textOf(part) ?? textOf(fieldsOf(part).text) ?? '').join('\n')
    : (textOf(value) ?? textOf(fieldsOf(value).content) ?? '');
  if (whole.length <= longestOutput) return whole;
  return `${headOf(whole, longestOutput / 4)}\n…\n${tailOf(whole, longestOutput * 0.75)}`;
}
