import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';

/**
 * The same schema with a shorter JSON form, because tool definitions take room in every context of the agent. It leaves
 * out the dialect, which the protocol fixes. What is taken is checked against the whole schema all the same.
 */
export function leanSchema<Schema extends z.ZodObject>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const { vendor, validate } = schema['~standard'];
  return {
    '~standard': {
      version: 1,
      vendor,
      validate,
      jsonSchema: { input: () => toJsonSchema(schema), output: () => toJsonSchema(schema) },
    },
  };
}

function toJsonSchema(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // A list of texts says that they are texts; an empty text is refused with words that say why.
      if (jsonSchema.enum !== undefined) delete jsonSchema.type;
      delete jsonSchema.minLength;
      for (const field of ['properties', 'additionalProperties'] as const)
        if (isEmpty(jsonSchema[field])) delete jsonSchema[field];
      // Keys are always strings, and integers always safe.
      delete jsonSchema.propertyNames;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
