import type { RecallRequest } from '../../api/inputs.ts';
import { disclosures } from '../../model/card.ts';
import { AfterwitError } from '../../model/errors.ts';
import type { FailureReport } from '../../model/failure.ts';

/** Form of one field: a test for it, and its description for an error. */
interface FieldForm {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const text: FieldForm = { expected: 'a text', fits: (value) => typeof value === 'string' };
const texts: FieldForm = {
  expected: 'a list of texts',
  fits: (value) => Array.isArray(value) && value.every((element) => typeof element === 'string'),
};
const count: FieldForm = {
  expected: 'a whole number from 1 to 1000000',
  fits: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1_000_000,
};
const integer: FieldForm = { expected: 'a whole number', fits: Number.isSafeInteger };
const moment: FieldForm = {
  expected: '"asked" or "after_failure"',
  fits: (value) => value === 'asked' || value === 'after_failure',
};
const disclosure: FieldForm = {
  expected: disclosures.map((mode) => `"${mode}"`).join(', '),
  fits: (value) => disclosures.some((mode) => mode === value),
};
const object: FieldForm = { expected: 'an object', fits: isObject };

/** The speaker is left out: it is taken from the environment, never from the request. */
const requestForms: Readonly<Record<Exclude<keyof RecallRequest, 'speaker'>, FieldForm>> = {
  query: text,
  failure: object,
  files: texts,
  moment,
  budgetTokens: count,
  disclosure,
  topK: count,
  asOf: text,
};

const failureForms: Readonly<Record<keyof FailureReport, FieldForm>> = {
  output: text,
  command: text,
  exitCode: integer,
  worktree: text,
  file: text,
  stack: text,
  environment: texts,
};

/**
 * Parses a recall request from JSON. Unknown fields are refused instead of ignored.
 * @throws INVALID_ARGUMENT
 */
export function parseRecallRequest(json: string): RecallRequest {
  const request = parseJson(json);
  checkFields(request, requestForms, '');
  if (isObject(request.failure)) {
    checkFields(request.failure, failureForms, 'failure.');
    if (request.failure.output === undefined) throw wrong('"failure" lacks "output"', 'failure.output');
  }
  if (request.query === undefined && request.failure === undefined) {
    throw wrong('It has neither "query" nor "failure"', 'query');
  }
  // Every field was checked against its form just above.
  return request as RecallRequest;
}

function parseJson(json: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw wrong('It is not JSON', '', cause);
  }
  if (isObject(value)) return value;
  throw wrong('The JSON is not an object', '');
}

function checkFields(
  value: Readonly<Record<string, unknown>>,
  forms: Readonly<Record<string, FieldForm>>,
  prefix: string,
): void {
  for (const [name, found] of Object.entries(value)) {
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    if (form === undefined) {
      const known = Object.keys(forms).join(', ');
      throw wrong(`There is no field "${prefix}${name}"; there are ${known}`, `${prefix}${name}`);
    }
    if (!form.fits(found)) throw wrong(`"${prefix}${name}" must be ${form.expected}`, `${prefix}${name}`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong(what: string, field: string, cause?: unknown): AfterwitError {
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `The request of --request cannot be used. ${what}. A request that would do: {"query": "how are releases made"}.`,
    { data: { field }, cause },
  );
}
