import { nearestNames } from '../../config/nearest-names.ts';
import { type AfterwitError, invalidArgument } from '../../model/errors.ts';
import { type Command, flagOf, spellingsOf } from './command.ts';
import { listCommands, optionsOf } from './commands.ts';

/** More commands than these are no hint. */
const fewTakers = 3;

/** `what` becomes the first sentence; the second one names the help command, and its use. */
export function toUsageError(what: string, command = '', toSee = 'what it takes'): AfterwitError {
  const text = what.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const help = command === '' ? 'afterwit --help --all' : `afterwit ${command} --help`;
  return invalidArgument(`${text.charAt(0).toUpperCase()}${text.slice(1)}. Run ${help} to see ${toSee}.`);
}

/** There is no command of this name, in a group (`repo`) or at all. */
export function unknownCommand(word: string, group = ''): AfterwitError {
  const called = [group, word].filter(Boolean).join(' ');
  const near = suggestion(nearestCommands(word, group));
  return toUsageError(`there is no command "${called}"${near}`, group, 'all commands');
}

/** This command has no such option; said with the few that have it, or with options of its own that are near. */
export function unknownOption(flag: string, words: readonly string[]): AfterwitError {
  const name = words.join(' ');
  const [first = '', ...others] = flag.split('=');
  const given = others.length === 0 ? first : `${first}=…`;
  const takers = listCommands()
    .filter(([, command]) => flagsOf(command).includes(first))
    .map(([, command]) => ['afterwit', ...command.words].join(' '));
  const command = listCommands().find(([, one]) =>
    spellingsOf(one).some((spelling) => spelling.join(' ') === name),
  )?.[1];
  const near = nearestNames(first, command === undefined ? [] : flagsOf(command));
  const meant = takers.length > 0 && takers.length <= fewTakers ? takers : near;
  const hint = meant === takers ? ` (${either(takers)} does)` : suggestion(near);
  return toUsageError(`"${['afterwit', ...words].join(' ')}" does not take "${given}"${hint}`, name);
}

function flagsOf(command: Command): readonly string[] {
  return Object.entries(optionsOf(command)).flatMap(([name, definition]) =>
    [name, ...(definition.was ?? [])].map((spelling) => flagOf(spelling, definition)),
  );
}

/** Meanings that a user's word too many may have: a command, or the value of an option. */
export function meantBy(word: string, command: Command): readonly string[] {
  const name = command.words.join(' ');
  const options = Object.entries(command.options).flatMap(([option, { choices = [] }]) => {
    return nearestNames(word, choices).map((choice) => `afterwit ${name} ${flagOf(option)} ${choice}`);
  });
  const within = nearestCommands(word, name);
  if (within.length + options.length > 0) return [...within, ...options];
  // `list failures` is `failures list`.
  return nearestCommands(name, word).slice(0, 1);
}

/** A group was named, and no command of it. */
export function incompleteGroup(group: string): AfterwitError {
  return toUsageError(`"${group}" needs a second word: ${either(secondWords(group))}`, group, 'what they do');
}

/** ` (Did you mean afterwit recall?)`; nothing where no command is near. */
export function suggestion(commands: readonly string[]): string {
  return commands.length === 0 ? '' : ` (Did you mean ${either(commands)}?)`;
}

function either(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' or ');
}

/** Commands that a user may have meant by this word, after the words of a group. */
function nearestCommands(word: string, group: string): readonly string[] {
  if (group !== '') return nearestNames(word, secondWords(group)).map((name) => `afterwit ${group} ${name}`);
  const firstWords = listCommands().flatMap(([, command]) =>
    spellingsOf(command).flatMap(([first]) => first ?? []),
  );
  const near = nearestNames(word, firstWords).map((name) => `afterwit ${name}`);
  return [...new Set([...near, ...commandsAlsoCalled(word)])];
}

function commandsAlsoCalled(word: string): readonly string[] {
  return listCommands()
    .filter(([, { otherNames }]) => otherNames?.includes(word.toLowerCase()))
    .map(([, { words }]) => ['afterwit', ...words].join(' '));
}

function secondWords(group: string): readonly string[] {
  return listCommands().flatMap(([, command]) =>
    spellingsOf(command).flatMap(([first, second]) =>
      first === group && second !== undefined ? [second] : [],
    ),
  );
}
