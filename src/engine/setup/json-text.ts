import { AfterwitError } from '../../model/errors.ts';
import type { JsonObject, SettingsPart } from '../../ports/settings-files.ts';
import { blankComments } from '../../text/json/edit-json.ts';

/** Whether the agent reads comments and trailing commas in its settings, or refuses them. */
export type JsonDialect = 'json' | 'json-with-comments';

/** What all settings in JSON have in common. */
export function jsonText(
  dialect: JsonDialect,
): Pick<SettingsPart, 'holds' | 'nothing' | 'isValid' | 'isEmpty'> {
  const plain = dialect === 'json' ? (text: string) => text : blankComments;
  return {
    holds: dialect === 'json' ? 'a JSON object (comments are not JSON)' : 'a JSON object',
    nothing: '{}\n',
    isValid: (text) => isObjectText(plain(text)),
    isEmpty: (text) => Object.keys(parseObject(text)).length === 0 && !hasComment(text),
  };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The object in a settings file, whose comments are passed over.
 * @throws SyntaxError
 */
export function parseObject(text: string): JsonObject {
  const value: unknown = JSON.parse(withoutMark(blankComments(text)));
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

function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(withoutMark(text)));
  } catch {
    return false;
  }
}

function hasComment(text: string): boolean {
  return blankComments(text) !== text;
}

/** Without the byte order mark that editors of Windows put first. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}
