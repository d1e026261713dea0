import { AfterwitError } from '../../model/errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Our entry in one settings file of an agent. Texts are valid JSON objects before and after; everything else in them
 * stays unchanged, character by character.
 */
export interface SettingsPart {
  /** Our entry from an earlier setup. */
  readonly find: (text: string) => JsonObject | undefined;
  /** Adds our entry, or updates the existing one; fields that others added to it stay. */
  readonly put: (text: string, entry: JsonObject) => string;
  /** Removes our entry, and the containers that become empty unless `original`, the file before the setup, has them. */
  readonly take: (text: string, original: string) => string;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in a settings file. */
export function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (!isObject(value)) throw new SyntaxError('not an object');
  return value;
}

/** Error for a value whose type prevents adding our entry. */
export function unexpectedShape(name: string, expected: string): AfterwitError {
  return new AfterwitError(
    'INVALID_SETTING',
    `"${name}" is not ${expected} in the agent's settings. Correct it there and run the command again; nothing was changed.`,
    { data: { name, expected } },
  );
}
