import { Command, Option } from 'commander';
import type { Field, FieldKind, Fields } from '../../api/field.ts';
import { invalidArgument } from '../../model/errors.ts';
import {
  flagOf,
  type Command as OwnCommand,
  spellArgument,
  spellingsOf,
  spellOption,
  takesSeveral,
} from './command.ts';
import {
  type CommandName,
  commands,
  commonOptions,
  listCommands,
  type OptionValues,
  optionsOf,
} from './commands.ts';
import {
  incompleteGroup,
  meantBy,
  suggestion,
  toUsageError,
  unknownCommand,
  unknownOption,
} from './usage-error.ts';

type Value = string | number | readonly string[];
type Parse = (text: string) => Value | undefined;

interface ValueForm {
  readonly expected: string;
  readonly parse: Parse;
}

/** Parser and expected form of each kind of value. A parser gives `undefined` for a value of the wrong form. */
const aPath: ValueForm = { expected: 'a path', parse: (text) => text || undefined };
const someText: ValueForm = { expected: 'some text', parse: (text) => text || undefined };
const forms: Readonly<Partial<Record<FieldKind, ValueForm>>> = {
  path: aPath,
  paths: aPath,
  document: aPath,
  count: { expected: 'a whole number from 1 to 1000000', parse: (text) => wholeNumber(text, 1, 1_000_000) },
  bytes: { expected: 'a whole number of bytes, 0 or more', parse: (text) => wholeNumber(text, 0, 2 ** 31) },
  exitCode: { expected: 'an exit status, such as 1', parse: exitCode },
  texts: { expected: 'some text', parse: (text) => (text.trim() === '' ? undefined : text) },
  share: { expected: 'a share from 0 to 1, such as 0.4 or 40%', parse: share },
};

/**
 * Value of an option, read from the command line.
 * @throws INVALID_ARGUMENT
 */
function parseValue(name: string, definition: Field, text: string): Value {
  const form = formOf(definition);
  const value = form.parse(text);
  if (value !== undefined) return value;
  const flag = flagOf(name, definition);
  throw invalidArgument(`${flag} takes ${form.expected}, not "${text}".`, {
    option: flag,
    expected: form.expected,
    found: text,
  });
}

function formOf({ kind, choices = [] }: Field): ValueForm {
  if (kind === 'choice')
    return { expected: `one of ${choices.join(', ')}`, parse: (text) => choose(text, choices) };
  if (kind === 'choices') {
    return {
      expected: `some of ${choices.join(', ')}, separated by commas`,
      parse: (text) => chooseSome(text, choices),
    };
  }
  return forms[kind] ?? someText;
}

function choose(text: string, choices: readonly string[]): string | undefined {
  return choices.find((choice) => choice === text.trim());
}

function chooseSome(text: string, choices: readonly string[]): readonly string[] | undefined {
  const chosen = text.split(',').map((part) => choose(part, choices));
  const known = chosen.filter((choice) => choice !== undefined);
  return known.length === chosen.length ? [...new Set(known)] : undefined;
}

function wholeNumber(text: string, minimum: number, maximum: number): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= minimum && value <= maximum ? value : undefined;
}

/** Windows statuses have 32 bits, and some programs print them as negative numbers. */
function exitCode(text: string): number | undefined {
  return /^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 32 ? Number(text) : undefined;
}

function share(text: string): number | undefined {
  const match = /^(\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})(%?)$/.exec(text);
  if (match === null) return undefined;
  const value = Number(match[1]) / (match[2] === '%' ? 100 : 1);
  return value <= 1 ? value : undefined;
}

/** A parsed command line. Nothing has been read or opened yet. */
export interface CommandLine {
  readonly command: CommandName;
  readonly arguments: readonly string[];
  readonly options: OptionValues;
  /** First word of a group (`repo`) of which no command was named. */
  readonly group?: string;
}

/**
 * Parses a command line. Pure. Missing arguments are allowed when help or the version is requested.
 * @throws INVALID_ARGUMENT
 */
export function parseCommandLine(words: readonly string[]): CommandLine {
  const found: CommandLine[] = [];
  buildProgram((commandLine) => found.push(commandLine)).parse(withoutHelpCommand(words), { from: 'user' });
  const [commandLine] = found;
  if (commandLine === undefined) throw toUsageError('nothing to run');
  checkCommand(commandLine);
  if (commandLine.options.help || commandLine.options.version) return commandLine;
  if (commandLine.group !== undefined) throw incompleteGroup(commandLine.group);
  checkArguments(commandLine);
  checkOptions(commandLine);
  return commandLine;
}

/** `afterwit help recall` is `afterwit recall --help`. */
function withoutHelpCommand(words: readonly string[]): readonly string[] {
  const [first, ...others] = words;
  return first === 'help' ? [...others, '--help'] : words;
}

/** Commander only splits the words into subcommand, options and arguments; we interpret them. */
function buildProgram(found: (commandLine: CommandLine) => void): Command {
  const program = inert(new Command('afterwit'), []);
  addOptions(program, commonOptions);
  for (const [name, definition] of listCommands()) {
    for (const words of spellingsOf(definition)) {
      const command = subcommand(program, words, (group, given) =>
        found({ command: 'status', arguments: given.args, options: given.optsWithGlobals(), group }),
      );
      addOptions(command, definition.options);
      command.action(() =>
        found({
          command: name,
          arguments: command.args,
          options: underOwnNames(definition, command.optsWithGlobals()),
        }),
      );
    }
  }
  return program;
}

/** The commander command for these words; creates it, and its group (`repo`), on first use. */
function subcommand(
  program: Command,
  words: readonly string[],
  foundGroup: (group: string, given: Command) => void,
): Command {
  let command = program;
  for (const [position, word] of words.entries()) {
    const known = command.commands.find((candidate) => candidate.name() === word);
    const next = known ?? inert(command.command(word), words.slice(0, position + 1));
    // Replaced where a command is called like its group (`review`).
    if (known === undefined) next.action(() => foundGroup(word, next));
    command = next;
  }
  return command;
}

/** Takes any words, prints nothing, and turns a refusal by commander into our error, which names the command's help. */
function inert(command: Command, words: readonly string[]): Command {
  return command
    .argument('[words...]')
    .exitOverride(({ code, message }) => {
      const flag = code === 'commander.unknownOption' ? /--?[^\s']+/.exec(message)?.[0] : undefined;
      throw flag === undefined ? toUsageError(message, words.join(' ')) : unknownOption(flag, words);
    })
    .configureOutput({ writeErr: () => {} })
    .helpOption(false)
    .helpCommand(false);
}

function addOptions(command: Command, options: Fields): void {
  for (const [name, definition] of Object.entries(options))
    for (const spelling of [name, ...(definition.was ?? [])])
      if (spelling === name || !Object.hasOwn(options, spelling))
        command.addOption(toCommanderOption(spelling, definition));
}

/** Values that were given by a name of before. */
function underOwnNames({ options }: OwnCommand, values: Readonly<Record<string, unknown>>): OptionValues {
  const renamed = Object.entries(options).flatMap(([name, { was = [] }]) =>
    was.flatMap((old) =>
      values[old] === undefined || Object.hasOwn(options, old) ? [] : [[old, name] as const],
    ),
  );
  if (renamed.length === 0) return values as OptionValues;
  const former = new Map(renamed);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [former.get(name) ?? name, value]),
  ) as OptionValues;
}

function toCommanderOption(name: string, definition: Field): Option {
  // `--no-hard` is an option of its own, beside `--hard`.
  if (definition.kind === 'flag')
    return Object.assign(new Option(spellOption(name, definition)), { negate: definition.negated === true });
  const option = new Option(`${flagOf(name, definition)} <${name}>`);
  if (!takesSeveral(definition)) return option.argParser((text) => parseValue(name, definition, text));
  return option.argParser<unknown[]>((text, given) => [...(given ?? []), parseValue(name, definition, text)]);
}

/** Help on a command that does not exist is refused as well. */
function checkCommand({ command, arguments: [word], group = '' }: CommandLine): void {
  if (command === 'status' && word !== undefined) throw unknownCommand(word, group);
}

function checkArguments({ command, arguments: given }: CommandLine): void {
  const definition: OwnCommand = commands[command];
  const taken = Object.values(definition.arguments);
  const [extra] = given.slice(taken.length);
  const missing = taken[given.length];
  const name = definition.words.join(' ');
  if (missing?.required) throw toUsageError(`"${name}" needs ${missing.placeholder ?? 'TEXT'}`, name);
  const last = taken.at(-1);
  if (extra !== undefined && !(last !== undefined && takesSeveral(last))) {
    throw toUsageError(`"${name}" does not take "${extra}"${suggestion(meantBy(extra, definition))}`, name);
  }
  for (const [position, argument] of taken.entries()) {
    const word = given[position];
    if (word === undefined || argument.choices?.includes(word) !== false) continue;
    throw toUsageError(
      `${spellArgument(argument)} is one of ${argument.choices.join(', ')}, not "${word}"`,
      name,
    );
  }
}

/**
 * The parser accepts common options and those of a group (`review`) everywhere, so options that the command does not
 * use are refused here.
 */
function checkOptions({ command, options }: CommandLine): void {
  const definition: OwnCommand = commands[command];
  const taken = optionsOf(definition);
  const stray = Object.keys(options).find((name) => !Object.hasOwn(taken, name));
  if (stray === undefined) return;
  const name = definition.words.join(' ');
  const why = stray === 'asOf' ? ': it does not read history' : '';
  throw toUsageError(`"${name}" does not take ${flagOf(stray)}${why}`, name);
}
