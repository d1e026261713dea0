import { Command, CommanderError, Option } from 'commander';
import { AfterwitError } from '../../model/errors.ts';
import type { CommandDefinition } from './command-definition.ts';
import { type CommandName, commandDefinitions, listCommands, optionsOf } from './commands.ts';
import {
  commonOptions,
  flagOf,
  isRepeatable,
  type OptionName,
  type OptionValues,
  optionDefinitions,
  spellingOf,
} from './options.ts';
import { parseValue } from './parse-value.ts';

/** What a command line asks for. Nothing has been looked up or opened yet. */
export interface CommandLine {
  readonly command: CommandName;
  readonly arguments: readonly string[];
  readonly options: OptionValues;
}

/**
 * Reads a command line. Pure: same words, same answer. Whether the arguments are complete does not matter when help or
 * the version is asked for.
 * @throws INVALID_ARGUMENT
 */
export function parseCommandLine(words: readonly string[]): CommandLine {
  const found: CommandLine[] = [];
  const program = buildProgram((commandLine) => found.push(commandLine));
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code !== 'commander.help') throw toUsageError(error.message);
    // A group without its second word: commander would answer by help, which is laid out elsewhere.
    const options: OptionValues = program.opts();
    if (options.help || options.version) return { command: 'status', arguments: [], options };
    throw toUsageError(`"${program.args.join(' ')}" lacks its second word`);
  }
  const [commandLine] = found;
  if (commandLine === undefined) throw toUsageError('nothing to run');
  if (commandLine.options.help || commandLine.options.version) return commandLine;
  checkArguments(commandLine);
  checkOptions(commandLine);
  return commandLine;
}

/** Commander splits words into sub-command, options and arguments; what they mean is ours. */
function buildProgram(found: (commandLine: CommandLine) => void): Command {
  const program = new Command('afterwit')
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
    .helpOption(false)
    .helpCommand(false);
  for (const name of commonOptions) program.addOption(toCommanderOption(name));
  for (const [name, definition] of listCommands()) {
    const command = subcommand(program, definition.words).argument('[words...]');
    for (const option of definition.options) command.addOption(toCommanderOption(option));
    command.action(() =>
      found({ command: name, arguments: command.args, options: command.optsWithGlobals() }),
    );
  }
  return program;
}

/** The command of these words, and the group it is in (`repo`), made when they are not there yet. */
function subcommand(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const known = command.commands.find((candidate) => candidate.name() === word);
    command = known ?? command.command(word).helpOption(false).helpCommand(false);
  }
  return command;
}

function toCommanderOption(name: OptionName): Option {
  if (optionDefinitions[name].kind === 'switch') return new Option(spellingOf(name));
  const option = new Option(`${flagOf(name)} <${name}>`);
  if (!isRepeatable(name)) return option.argParser((text) => parseValue(name, text));
  return option.argParser<unknown[]>((text, given) => [...(given ?? []), parseValue(name, text)]);
}

function checkArguments({ command, arguments: given }: CommandLine): void {
  const definition: CommandDefinition = commandDefinitions[command];
  const [extra] = given.slice(definition.arguments.length);
  if (command === 'status' && extra !== undefined) throw unknownCommand(extra);
  const missing = definition.arguments[given.length];
  const name = definition.words.join(' ');
  if (missing !== undefined && !missing.optional)
    throw toUsageError(`"${name}" needs ${missing.name.toUpperCase()}`, name);
  if (extra !== undefined && !definition.arguments.at(-1)?.several) {
    throw toUsageError(`"${name}" does not take "${extra}"`, name);
  }
  for (const [position, argument] of definition.arguments.entries()) {
    const word = given[position];
    if (word === undefined || argument.choices?.includes(word) !== false) continue;
    throw toUsageError(
      `${argument.name.toUpperCase()} is one of ${argument.choices.join(', ')}, not "${word}"`,
      name,
    );
  }
}

/** The parser takes the options of a group (`review`) and the common ones anywhere; not every command has a use for them. */
function checkOptions({ command, options }: CommandLine): void {
  const definition: CommandDefinition = commandDefinitions[command];
  const taken = optionsOf(definition);
  const stray = (Object.keys(options) as OptionName[]).find((name) => !taken.includes(name));
  if (stray === undefined) return;
  const name = definition.words.join(' ');
  const why = stray === 'asOf' ? ': it looks at no history' : '';
  throw toUsageError(`"${name}" does not take ${flagOf(stray)}${why}`, name);
}

function unknownCommand(word: string): AfterwitError {
  const names = [...new Set(listCommands().flatMap(([, { words }]) => words.slice(0, 1)))];
  return toUsageError(`there is no command "${word}"; there are ${names.join(', ')}`);
}

/** `what` becomes the first sentence; the second says where help is. */
function toUsageError(what: string, command = ''): AfterwitError {
  const text = what.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const help = ['afterwit', command, '--help'].filter(Boolean).join(' ');
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `${text.charAt(0).toUpperCase()}${text.slice(1)}. Run ${help} to see what it takes.`,
  );
}
