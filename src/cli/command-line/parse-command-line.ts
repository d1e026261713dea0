import { Command, CommanderError, Option } from 'commander';
import { AfterwitError } from '../../model/errors.ts';
import type { CommandDefinition } from './command-definition.ts';
import { type CommandName, commandDefinitions, listCommands, optionsOf } from './commands.ts';
import { isRepeatable, type OptionValues } from './option-values.ts';
import { flagOf, spellingOf } from './option-words.ts';
import { commonOptions, type OptionName, optionDefinitions } from './options.ts';
import { parseValue } from './parse-value.ts';

/** A parsed command line. Nothing has been read or opened yet. */
export interface CommandLine {
  readonly command: CommandName;
  readonly arguments: readonly string[];
  readonly options: OptionValues;
}

/**
 * Parses a command line. Pure. Missing arguments are allowed when help or the version is requested.
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
    // For a group without its second word, commander would print its own help; ours is rendered elsewhere.
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

/** Commander only splits the words into subcommand, options and arguments; we interpret them. */
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

/** The commander command for these words; creates it, and its group (`repo`), on first use. */
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

/**
 * The parser accepts common options and those of a group (`review`) everywhere, so options that the command does not
 * use are refused here.
 */
function checkOptions({ command, options }: CommandLine): void {
  const definition: CommandDefinition = commandDefinitions[command];
  const taken = optionsOf(definition);
  const stray = (Object.keys(options) as OptionName[]).find((name) => !taken.includes(name));
  if (stray === undefined) return;
  const name = definition.words.join(' ');
  const why = stray === 'asOf' ? ': it does not read history' : '';
  throw toUsageError(`"${name}" does not take ${flagOf(stray)}${why}`, name);
}

function unknownCommand(word: string): AfterwitError {
  const names = [...new Set(listCommands().flatMap(([, { words }]) => words.slice(0, 1)))];
  return toUsageError(`there is no command "${word}"; there are ${names.join(', ')}`);
}

/** `what` becomes the first sentence; the second one names the help command. */
function toUsageError(what: string, command = ''): AfterwitError {
  const text = what.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const help = ['afterwit', command, '--help'].filter(Boolean).join(' ');
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `${text.charAt(0).toUpperCase()}${text.slice(1)}. Run ${help} to see what it takes.`,
  );
}
