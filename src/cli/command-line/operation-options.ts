import type { Field, Fields } from '../../api/field.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { ArgumentDefinition, CommandDefinition, Options } from './command-definition.ts';
import type { OptionDefinition, OptionKind } from './options.ts';

/** An option of the command line, and where its value goes in the input of an operation. */
export interface OfferedField {
  readonly option: string;
  readonly definition: OptionDefinition;
  /** Names of fields, from the input inwards. */
  readonly path: readonly string[];
  readonly field: Field;
}

const kinds: Readonly<Partial<Record<Field['kind'], OptionKind>>> = {
  flag: 'switch',
  prose: 'text',
  proses: 'texts',
  document: 'path',
};

/** Every field of an operation that a terminal offers as an option. */
export function offeredFields({ input, terminal }: AnyOperation): readonly OfferedField[] {
  const given = terminal?.arguments ?? [];
  return offeredOf(Object.fromEntries(Object.entries(input).filter(([name]) => !given.includes(name))), []);
}

function offeredOf(fields: Fields, within: readonly string[]): readonly OfferedField[] {
  return Object.entries(fields).flatMap(([name, field]): readonly OfferedField[] => {
    const path = [...within, name];
    const { switch: short } = field;
    const switches: readonly OfferedField[] =
      short === undefined
        ? []
        : [
            {
              option: short.name,
              path,
              field,
              definition: { kind: 'switch', description: short.description },
            },
          ];
    if (field.terminal === false || field.kind === 'given') return switches;
    if (field.fields !== undefined) return offeredOf(field.fields, path);
    return [...switches, { option: field.flag ?? name, path, field, definition: definitionOf(field) }];
  });
}

function definitionOf({ kind, description, ...words }: Field): OptionDefinition {
  const { placeholder, choices, byDefault, was } = words;
  return {
    kind: kinds[kind] ?? (kind as OptionKind),
    description,
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(choices === undefined ? {} : { choices }),
    ...(byDefault === undefined ? {} : { byDefault }),
    ...(was === undefined ? {} : { was }),
  };
}

/** The command of an operation: its fields as arguments and options. @param own options that only the terminal has */
export function commandOf(operation: AnyOperation, own: Options = {}): CommandDefinition {
  const { terminal, summary, input } = operation;
  if (terminal === undefined) throw new TypeError(`${operation.name} has no words for a terminal`);
  const fields = offeredFields(operation).map(({ option, definition }) => [option, definition] as const);
  return {
    ...terminal,
    summary,
    arguments: (terminal.arguments ?? []).map((name) => argumentOf(name, input[name])),
    options: { ...Object.fromEntries(fields), ...own },
  };
}

const severalKinds: readonly Field['kind'][] = ['texts', 'paths', 'proses'];

function argumentOf(name: string, field: Field | undefined): ArgumentDefinition {
  if (field === undefined) throw new TypeError(`There is no field ${name}`);
  const { kind, placeholder = 'TEXT', description, choices } = field;
  return {
    name: placeholder.toLowerCase(),
    description,
    ...(severalKinds.includes(kind) ? { several: true } : {}),
    ...(field.required ? {} : { optional: true }),
    ...(choices === undefined ? {} : { choices }),
  };
}
