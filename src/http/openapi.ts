import { type Field, type Fields, jsonForm, type JsonTree as Tree } from '../api/field.ts';
import type { Operation } from '../api/operation.ts';
import { keyHeader } from './contract.ts';
import { offeredFields } from './read-query.ts';

type Described = Pick<Operation, 'name' | 'summary' | 'input' | 'answer' | 'reads' | 'isLazy'>;

const problem = { $ref: '#/components/responses/Problem' };

/** All that this door answers, for a program. Made of the same table as the routes. */
export function openApiOf(operations: readonly Described[], version: string): Tree {
  return {
    openapi: '3.1.1',
    info: {
      title: 'afterwit',
      version,
      summary: 'A memory engine for coding agents, on this machine alone.',
    },
    paths: Object.fromEntries(operations.map((operation) => [`/api/${operation.name}`, pathOf(operation)])),
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'afterwit_PORT' } },
      parameters: {
        in: {
          name: 'in',
          in: 'query',
          schema: { type: 'string' },
          description: 'Id of the repository that is `here`.',
        },
        key: { name: keyHeader, in: 'header', required: true, schema: { type: 'string' } },
      },
      responses: {
        Problem: {
          description: 'What went wrong, and what to do.',
          content: { 'application/problem+json': { schema: problemSchema } },
        },
      },
    },
    security: [{ session: [] }],
  };
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'detail'],
  properties: {
    ...Object.fromEntries(
      ['type', 'title', 'code', 'detail', 'remedy'].map((name) => [name, { type: 'string' }]),
    ),
    status: { type: 'integer' },
    data: { type: 'object' },
  },
};

function pathOf(operation: Described): Tree {
  const { name, summary, input, answer, reads, isLazy } = operation;
  const fields = offeredFields(input);
  const responses = {
    200: {
      description: answer ?? 'The answer.',
      content: isLazy ? { 'application/jsonl': {} } : { 'application/json': { schema: { title: answer } } },
    },
    default: problem,
  };
  const parameters = [{ $ref: '#/components/parameters/in' }];
  return {
    post: {
      operationId: name,
      summary,
      parameters: [...parameters, { $ref: '#/components/parameters/key' }],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOfAll(fields) } } },
      responses,
    },
    ...(reads && {
      get: {
        operationId: `${name}ByAddress`,
        summary,
        parameters: [
          ...parameters,
          ...Object.entries(fields).map(([field, its]) => ({
            name: field,
            in: 'query',
            ...(its.required ? { required: true } : {}),
            ...(its.kind === 'fields'
              ? { content: { 'application/json': { schema: schemaOf(its) } } }
              : { schema: schemaOf(its) }),
          })),
        ],
        responses,
      },
    }),
  };
}

function schemaOfAll(fields: Fields): Tree {
  const needed = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
    ...(needed.length > 0 ? { required: needed } : {}),
    additionalProperties: false,
  };
}

function schemaOf(field: Field): Tree {
  return { ...jsonForm(field, schemaOfAll), description: field.description };
}
