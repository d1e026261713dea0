import type { Field, FieldKind, Fields } from '../../api/field.ts';
import { type AnyOperation, argumentsOf, type CommandWords } from '../../api/operation.ts';

/** Files of commands, each loaded only when one of its commands runs. */
export type CommandFile =
  | 'status'
  | 'search-commits'
  | 'examine-commit'
  | 'files'
  | 'locate'
  | 'code'
  | 'remember'
  | 'recall'
  | 'brief'
  | 'why'
  | 'items'
  | 'review'
  | 'failures'
  | 'gate'
  | 'setup'
  | 'sessions'
  | 'settings'
  | 'models'
  | 'exchange'
  | 'teams'
  | 'upkeep';

/** The description of a command, known before the file that runs it is loaded. */
export interface Command extends CommandWords {
  readonly summary: string;
  /** Given without a flag, in their order. */
  readonly arguments: Fields;
  /** Options besides the common ones, by the names of their flags in code. */
  readonly options: Fields;
  /** Exported type of the output of `--json`; absent when it prints no answer. */
  readonly answer?: string;
  /** The file in `src/cli/commands` that has a function of the command's name. */
  readonly file: CommandFile;
}

/** An option of the command line, and where its value goes in the input of an operation. */
export interface OfferedField {
  readonly option: string;
  readonly definition: Field;
  /** Names of fields, from the input inwards. */
  readonly path: readonly string[];
  readonly field: Field;
}

type Offering = Pick<AnyOperation, 'input' | 'terminal' | 'takes'>;

/** Every field of an operation that a terminal offers as an option. */
export function offeredFields(operation: Offering) {
  const given = argumentsOf(operation);
  const options = Object.entries(operation.input).filter(([name]) => !given.includes(name));
  return offeredOf(Object.fromEntries(options), []);
}

function offeredOf(fields: Fields, within: readonly string[]): readonly OfferedField[] {
  return Object.entries(fields).flatMap(([name, field]): readonly OfferedField[] => {
    const path = [...within, name];
    const { switch: short } = field;
    const switches =
      short === undefined
        ? []
        : [
            {
              option: short.name,
              path,
              field,
              definition: { kind: 'flag', description: short.description },
            } as const,
          ];
    if (field.terminal === false || field.kind === 'given') return switches;
    if (field.fields !== undefined) return offeredOf(field.fields, path);
    return [...switches, { option: field.flag ?? name, path, field, definition: field }];
  });
}

/** Options of an operation; those of these names, for a command that joins several. */
export function optionsFrom(operation: Offering, names?: readonly string[]): Fields {
  const offered = offeredFields(operation).filter(({ option }) => names?.includes(option) ?? true);
  return Object.fromEntries(offered.map(({ option, definition }) => [option, definition]));
}

/** The command of an operation: its fields as arguments and options. @param own options that only the terminal has */
export function commandOf(operation: AnyOperation, file: CommandFile, own: Fields = {}): Command {
  const { terminal, summary, input, answer } = operation;
  if (terminal === undefined) throw new TypeError(`${operation.name} has no words for a terminal`);
  const given = argumentsOf(operation).map((name) => [name, input[name] as Field]);
  return {
    ...terminal,
    summary,
    arguments: Object.fromEntries(given),
    options: { ...optionsFrom(operation), ...own },
    ...(answer === undefined ? {} : { answer }),
    file,
  };
}

/** All words that call it: its name, then other spellings. */
export function spellingsOf({ words, alsoSpelled = [] }: Command): readonly (readonly string[])[] {
  return [words, ...alsoSpelled];
}

/** How a command is called: `afterwit coupled FILE`, `afterwit why [DECISION]`. */
export function callOf(command: Command): string {
  const given = Object.values(command.arguments).map((argument) =>
    argument.required ? spellArgument(argument) : `[${spellArgument(argument)}]`,
  );
  return ['afterwit', ...command.words, ...given].join(' ');
}

const severalKinds: readonly FieldKind[] = ['texts', 'paths', 'proses'];

/** Whether several values may be given: as an argument one after the other, as an option each with its flag. */
export function takesSeveral({ kind }: Field): boolean {
  return severalKinds.includes(kind);
}

/** `FILE`, `ID…`. */
export function spellArgument(argument: Field): string {
  return `${argument.placeholder ?? 'TEXT'}${takesSeveral(argument) ? '…' : ''}`;
}

/** Long flag of an option: `--top-k`. */
export function flagOf(name: string, { negated }: Pick<Field, 'negated'> = {}): string {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${negated ? 'no-' : ''}${kebab}`;
}

/** All ways to write an option, with its placeholder: `-h, --help`, `--top-k COUNT`. */
export function spellOption(name: string, option: Field): string {
  const { short, placeholder } = option;
  return `${short === undefined ? '' : `-${short}, `}${flagOf(name, option)}${placeholder === undefined ? '' : ` ${placeholder}`}`;
}

/** Description with its default, as in the help and the reference. */
export function describeOption({ description, byDefault }: Field): string {
  return byDefault === undefined ? description : `${description} Default: ${byDefault}.`;
}
