import { AfterwitError } from '../../model/errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * What is ours in one settings file of an agent. Texts are JSON objects, valid as they come and as they go; whatever else
 * they hold stays as it is, character by character.
 */
export interface SettingsPart {
  /** Our entry, as an earlier setup left it. */
  readonly find: (text: string) => JsonObject | undefined;
  /** Adds our entry, or brings the one that is there up to date; fields that others added to it stay. */
  readonly put: (text: string, entry: JsonObject) => string;
  /** Takes our entry out, with the containers that this leaves empty and `original`, the file without us, does not have. */
  readonly take: (text: string, original: string) => string;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object a settings file holds. */
export function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
  if (!isObject(value)) throw new SyntaxError('not an object');
  return value;
}

/** A value that must be something else for us to add to it. */
export function unexpectedShape(name: string, expected: string): AfterwitError {
  return new AfterwitError(
    'INVALID_SETTING',
    `"${name}" is not ${expected} in the agent's settings. Correct it there and run the command again; nothing was changed.`,
    { data: { name, expected } },
  );
}
