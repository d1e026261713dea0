import type { Field, Fields } from './field.ts';

export type JsonTree = Record<string, unknown>;

/** JSON Schema of the value of one field. @param formOfFields gives the schema of the fields within it, in the door's words */
export function jsonForm(
  { kind, choices, fields = {}, least = 1, most }: Field,
  formOfFields: (fields: Fields) => JsonTree,
): JsonTree {
  const upTo = most === undefined ? {} : { maximum: most };
  const texts = { type: 'array', items: { type: 'string' } };
  switch (kind) {
    case 'count':
      return { type: 'integer', minimum: least, ...upTo };
    case 'bytes':
      return { type: 'integer', minimum: 0, ...upTo };
    case 'exitCode':
      return { type: 'integer' };
    case 'share':
      return { type: 'number' };
    case 'flag':
      return { type: 'boolean' };
    case 'choice':
      return { enum: choices };
    case 'choices':
      return { type: 'array', items: { enum: choices } };
    case 'texts':
    case 'paths':
      return texts;
    case 'proses':
      return { anyOf: [{ type: 'string' }, texts] };
    case 'fields':
      return { type: 'object', ...formOfFields(fields), additionalProperties: false };
    default:
      return { type: 'string' };
  }
}
