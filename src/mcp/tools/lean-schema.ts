import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';

/**
 * The same schema with a shorter JSON form, because tool definitions take room in every context of the agent. It leaves
 * out the dialect, which the protocol fixes, and for answers the lists of required fields and the ban on additional
 * ones.
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
      jsonSchema: {
        input: () => toJsonSchema(schema, 'input'),
        output: () => toJsonSchema(schema, 'output'),
      },
    },
  };
}

function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (io === 'output') {
        delete jsonSchema.required;
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      }
      // Keys are always strings, and integers always safe.
      delete jsonSchema.propertyNames;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json;
}
