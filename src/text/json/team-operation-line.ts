import { type AfterwitError, invalidArgument } from '../../model/errors.ts';
import { mostOperationBytes, type TeamOperation } from '../../model/team.ts';
import { canonicalJson, isFields } from './fields.ts';

/** An operation on the wire: its canonical JSON, one line without a line end, in the same bytes everywhere. */
export function encodeOperation(operation: TeamOperation): string {
  return canonicalJson(operation);
}

/** Returns the text that the machine signs: every field but the signature and the body, which `bodyDigest` binds. */
export function signedTextOf({ body: _, signature: __, ...header }: Partial<TeamOperation>): string {
  return canonicalJson(header);
}

export const isTeamId = matches(/^[0-9a-f]{32}$/);
export const isMemberName = matches(/^[^\p{C}]{1,200}$/u);

/** Test of each field's value. The header is fixed for ever: later versions add to the body. */
const forms: Readonly<Record<keyof TeamOperation, (value: unknown) => boolean>> = {
  team: isTeamId,
  machine: matches(/^[0-9a-f]{32}$/),
  seq: (value) => isCount(value) && value > 0,
  hlc: (value) => Array.isArray(value) && value.length === 2 && value.every(isCount),
  kind: matches(/^[a-z][a-z0-9_]{0,39}$/),
  minReader: isCount,
  place: optional(matches(/^(?:root|remote):[^\p{C}]{1,1000}$/u)),
  item: optional(matches(/^[^\p{C}]{1,200}$/u)),
  over: optional(
    (value) =>
      Array.isArray(value) && value.length <= 1_000 && value.every(matches(/^[0-9a-f]{32}:\d{1,16}$/)),
  ),
  principal: isMemberName,
  body: (value) => value === null || (isFields(value) && isPlain(value, 0)),
  bodyDigest: matches(/^[0-9a-f]{64}$/),
  signature: matches(/^[A-Za-z0-9+/]{86}==$/),
};

/**
 * An operation from the wire, its form checked; whether it is signed and by whom is for the merge to say.
 * @throws INVALID_ARGUMENT
 */
export function decodeOperation(line: string): TeamOperation {
  if (line.length > mostOperationBytes) throw malformed('its length');
  return checkOperation(parse(line));
}

/** The same of an operation that was parsed already, such as a row. @throws INVALID_ARGUMENT */
function checkOperation(value: unknown): TeamOperation {
  if (!isFields(value)) throw malformed('its form');
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(forms, name));
  if (unknown !== undefined) throw malformed(`the unknown field ${JSON.stringify(unknown.slice(0, 80))}`);
  const wrong = Object.entries(forms).find(([name, isRight]) => !isRight(value[name]));
  if (wrong !== undefined) throw malformed(`"${wrong[0]}"`);
  return value as unknown as TeamOperation;
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw malformed('its JSON');
  }
}

const deepest = 40;

/** Whether every text can be kept by any database: neither NUL nor half a character. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  if (depth > deepest) return false;
  return Object.entries(value).every(([name, member]) => isPlain(name, depth) && isPlain(member, depth + 1));
}

function matches(pattern: RegExp): (value: unknown) => value is string {
  return (value): value is string => typeof value === 'string' && pattern.test(value);
}

function optional(isRight: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || isRight(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function malformed(what: string): AfterwitError {
  return invalidArgument(
    `An operation of a team cannot be read: ${what} is not what a machine of a team writes. It was not taken in.`,
  );
}
