import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';

/**
 * The same schema, told to clients in fewer words: every word of a definition stands in every context of the agent. Left
 * out are the dialect, which the protocol fixes, and of an answer, which fields are always there and that there are no more.
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
      // That keys are texts and integers are safe need not be told.
      delete jsonSchema.propertyNames;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json;
}
