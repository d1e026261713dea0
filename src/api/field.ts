/**
 * The kind of a field's value. `prose` may be read from standard input, and of a `document` a terminal names the file;
 * `given` is handed over by a program and offered by no other door.
 */
export type FieldKind =
  | 'text'
  | 'prose'
  | 'document'
  | 'path'
  | 'count'
  | 'bytes'
  | 'share'
  | 'exitCode'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'texts'
  | 'proses'
  | 'paths'
  | 'fields'
  | 'given';

/** How the doors speak of a field, where its name does not say all. */
export interface FieldWords {
  /** Stands for the value in the help: `TOKENS`. */
  readonly placeholder?: string;
  /** The default in words; the code that uses the field has the value itself. */
  readonly byDefault?: string;
  /** Its name at a terminal, where a list is given one by one (`--file` for `files`). */
  readonly flag?: string;
  /** Spellings of before: agents and terminals may still use them, programs are told the new one. */
  readonly was?: readonly string[];
  /** Agents are offered it, with these words; `true` for none, since each costs tokens in every context. */
  readonly agent?: string | true;
  /** Choices of an agent. Default: all choices. */
  readonly agentChoices?: readonly string[];
  /** The lowest number that a door takes. Default: 1. */
  readonly least?: number;
  /** The highest number an agent may ask for. */
  readonly most?: number;
  /** A switch of this name stands for this value, at a terminal and for agents. */
  readonly switch?: { readonly name: string; readonly value: unknown; readonly description: string };
  /** Used by terminals and agents that leave it out. */
  readonly orElse?: unknown;
  /** Letter for `-h`, at a terminal. */
  readonly short?: string;
  /** Spelled `--no-…` at a terminal: giving it makes the value false. */
  readonly negated?: true;
  /** No terminal offers it: there it is said in another way. */
  readonly terminal?: false;
  /** The request for an empty prose, and advice where it is too long. */
  readonly wanted?: string;
  readonly whenTooLong?: string;
}

/** One field of an input. Every door loads it, so it computes nothing. */
export interface Field<Value = unknown> extends FieldWords {
  readonly kind: FieldKind;
  /** For a person: help, completion, reference. */
  readonly description: string;
  readonly required?: true;
  readonly choices?: readonly string[];
  readonly fields?: Fields;
  /** For a `given` value: its condition in words, and its check. */
  readonly must?: string;
  readonly fits?: (value: unknown) => boolean;
  /** For the types alone. */
  readonly holds?: Value;
}

export type Fields = Readonly<Record<string, Field>>;

type RequiredNames<Its extends Fields> = {
  [Name in keyof Its]: Its[Name] extends { readonly required: true } ? Name : never;
}[keyof Its];

type HeldBy<Its> = Its extends Field<infer Value> ? Value : never;

/** The input that a caller hands over: the fields of an operation as an object. */
export type Input<Its extends Fields> = {
  readonly [Name in RequiredNames<Its>]: HeldBy<Its[Name]>;
} & {
  readonly [Name in Exclude<keyof Its, RequiredNames<Its>>]?: HeldBy<Its[Name]> | undefined;
};

type Maker<Value> = (description: string, words?: FieldWords) => Field<Value>;

function maker<Value>(kind: FieldKind): Maker<Value> {
  return (description, words) => ({ kind, description, ...words });
}

export const text = maker<string>('text');
export const prose = maker<string>('prose');
export const document = maker<string>('document');
export const path = maker<string>('path');
export const count = maker<number>('count');
export const bytes = maker<number>('bytes');
export const share = maker<number>('share');
export const exitCode = maker<number>('exitCode');
export const flag = maker<boolean>('flag');
export const texts = maker<readonly string[]>('texts');
export const paths = maker<readonly string[]>('paths');
/** One text or several that describe one thing. */
export const proses = maker<string | readonly string[]>('proses');

export function choice<const Choice extends string>(
  choices: readonly Choice[],
  description: string,
  words?: FieldWords,
): Field<Choice> {
  return { kind: 'choice', choices, description, ...words };
}

export function choices<const Choice extends string>(
  among: readonly Choice[],
  description: string,
  words?: FieldWords,
): Field<readonly Choice[]> {
  return { kind: 'choices', choices: among, description, ...words };
}

export function fields<const Its extends Fields>(
  its: Its,
  description: string,
  words?: FieldWords,
): Field<Input<Its>> {
  return { kind: 'fields', fields: its, description, ...words };
}

export function given<Value>(must: string, fits: (value: unknown) => boolean): Field<Value> {
  return { kind: 'given', description: must, must, fits };
}

export function optional<Value>({ required: _, ...field }: Field<Value>): Field<Value> {
  return field;
}

export function required<Value>(field: Field<Value>): Field<Value> & { readonly required: true } {
  return { ...field, required: true };
}

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

/** Puts a value into an input, where the names of its fields lead. */
export function put(tree: JsonTree, [name = '', ...within]: readonly string[], value: unknown): void {
  if (within.length === 0) {
    tree[name] = value;
    return;
  }
  tree[name] ??= {};
  put(tree[name] as JsonTree, within, value);
}

/** Fills in the fields of a group that a person or an agent may leave out. */
export function completed(field: Field | undefined, told: unknown): unknown {
  if (field?.fields === undefined || told === undefined) return told;
  const tree: JsonTree = { ...(told as JsonTree) };
  for (const [name, { orElse }] of Object.entries(field.fields))
    if (orElse !== undefined) tree[name] ??= orElse;
  return tree;
}
