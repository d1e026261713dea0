import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import { readInput } from '../../api/check-input.ts';
import {
  completed,
  type Field,
  type Fields,
  type Input,
  jsonForm,
  put,
  type JsonTree as Tree,
} from '../../api/field.ts';
import { type Asked, askMethod } from '../../api/operation.ts';
import { isAfterwitError } from '../../model/errors.ts';
import type { Speaker } from '../../model/provenance.ts';
import type { ServedMemory } from '../shared-memory.ts';

/** Text for a model, redacted before it is sent: clients keep text from the model where it has data beside it. */
export interface Told {
  readonly text: string;
  /** Parts of the text that stand in a fence of ours; any other structure loses its marks. */
  readonly fenced?: readonly string[] | undefined;
  /** Words of commits, files and issues, for a fence of their own behind the text. */
  readonly foreign?: string | undefined;
}

/** A tool of an agent: an operation, or several that an agent knows as one. It makes no decisions. */
export interface Tool<Its extends Fields = Fields> {
  readonly name: string;
  readonly description: string;
  /** Fields of operations; an agent is offered those that say so. */
  readonly input: Its;
  readonly annotations: ToolAnnotations;
  answer(memory: ServedMemory, request: Input<Its>, speaker: Speaker): Promise<Told>;
}

/** Changes nothing that an agent could notice, and never uses the network. */
export const reading: ToolAnnotations = { readOnlyHint: true, openWorldHint: false };
/** Adds something, and adds nothing when it is called again. */
export const adding: ToolAnnotations = { destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Identity function that infers the types of a tool from its fields. */
export function defineTool<const Its extends Fields>(tool: Tool<Its>): Tool<Its> {
  return tool;
}

/** The tool of one operation, called as the operation is with underscores: its fields go to the library's method. */
export function toolOf<Its extends Fields, Given>(
  operation: Asked<Its, Given>,
  description: string,
  say: (answer: Awaited<Given>, request: Input<Its>) => string | Told,
  annotations: ToolAnnotations = reading,
): Tool<Its> {
  const { name, input } = operation;
  return {
    name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    description,
    input,
    annotations,
    async answer(memory, request, speaker) {
      const asked = { ...request, ...('speaker' in input && { speaker }) };
      const told = say(await askMethod(memory, operation, asked), request);
      return typeof told === 'string' ? { text: told } : told;
    },
  };
}

/** `: why`, or nothing. */
export function because(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason}`;
}

/** ` and 3 more`, or nothing. */
export function andMore(all: number, shown: number): string {
  return all > shown ? ` and ${all - shown} more` : '';
}

/** A field as an agent sees it, and where its value goes in the input of the operation. */
interface OfferedField {
  readonly name: string;
  readonly path: readonly string[];
  readonly field: Field;
  /** The value that `true` stands for. */
  readonly value?: unknown;
}

/**
 * The schema of the fields that an operation offers to agents. Its JSON is short, because tool definitions take room in every
 * context; the input is still checked by the fields.
 */
export function agentSchema<Its extends Fields>(
  tool: string,
  fields: Its,
): StandardSchemaWithJSON<Tree, Input<Its>> {
  const offered = offeredFields(fields);
  const shown = Object.fromEntries(offered.map(({ name, field }) => [name, field]));
  const json = { type: 'object', ...jsonOfAll(shown), additionalProperties: false };
  const output = (): Record<string, unknown> => json;
  return {
    '~standard': {
      version: 1,
      vendor: 'afterwit',
      validate: (told) => {
        try {
          const read = readInput(tool, shown, told ?? {}, { strict: true, older: true });
          return { value: inputOf(offered, read) as Input<Its> };
        } catch (fault) {
          if (!isAfterwitError(fault)) throw fault;
          return { issues: [{ message: fault.message }] };
        }
      },
      jsonSchema: { input: output, output },
    },
  };
}

function offeredFields(fields: Fields, within: readonly string[] = []): readonly OfferedField[] {
  return Object.entries(fields).flatMap(([name, field]): readonly OfferedField[] => {
    const path = [...within, name];
    // Fields that belong together stay so only where an agent is told of them as a whole.
    if (field.fields !== undefined && field.agent === undefined) return offeredFields(field.fields, path);
    if (field.agent === undefined) return [];
    const { switch: short, choices, agentChoices = choices, ...words } = field;
    if (short !== undefined)
      return [{ name: short.name, path, value: short.value, field: { ...words, kind: 'flag' } }];
    const inner =
      field.fields && Object.fromEntries(offeredFields(field.fields).map((one) => [one.name, one.field]));
    return [
      {
        name,
        path,
        field: {
          ...(field.orElse === undefined ? words : without(words, 'required')),
          ...(agentChoices === undefined ? {} : { choices: agentChoices }),
          ...(inner === undefined ? {} : { fields: inner }),
        },
      },
    ];
  });
}

function without<Key extends string>(field: Field, key: Key): Field {
  return Object.fromEntries(Object.entries(field).filter(([name]) => name !== key)) as unknown as Field;
}

function inputOf(offered: readonly OfferedField[], read: Readonly<Tree>): Tree {
  const input: Tree = {};
  for (const { name, path, field, value } of offered) {
    const told = read[name];
    if (told === undefined || (value !== undefined && told !== true)) continue;
    put(input, path, value ?? completed(field, told));
  }
  return input;
}

function jsonOfAll(fields: Fields): Tree {
  const names = Object.keys(fields);
  const needed = names.filter((name) => fields[name]?.required);
  return {
    ...(names.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(fields).map(([name, field]) => [name, jsonOf(field)]),
          ),
        }),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}

function jsonOf(field: Field): Tree {
  const { agent } = field;
  return { ...briefForm(field), ...(typeof agent === 'string' ? { description: agent } : {}) };
}

/** One text is enough where several may be given, and a number without a highest one goes without its lowest. */
function briefForm(field: Field): Tree {
  const { minimum, ...form } = jsonForm(
    field.kind === 'proses' ? { ...field, kind: 'prose' } : field,
    jsonOfAll,
  );
  return form.maximum === undefined ? form : { type: form.type, minimum, maximum: form.maximum };
}
