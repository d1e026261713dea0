import { nearestNames } from '../../config/nearest-names.ts';
import { AfterwitError } from '../../model/errors.ts';
import { listCommands } from './commands.ts';

/** `what` becomes the first sentence; the second one names the help command, and what it is good for. */
export function toUsageError(what: string, command = '', toSee = 'what it takes'): AfterwitError {
  const text = what.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const help = command === '' ? 'afterwit --help --all' : `afterwit ${command} --help`;
  return new AfterwitError(
    'INVALID_ARGUMENT',
    `${text.charAt(0).toUpperCase()}${text.slice(1)}. Run ${help} to see ${toSee}.`,
  );
}

/** There is no command of this name, in a group (`repo`) or at all. */
export function unknownCommand(word: string, group = ''): AfterwitError {
  const called = [group, word].filter(Boolean).join(' ');
  const near = suggestion(nearestCommands(word, group));
  return toUsageError(`there is no command "${called}"${near}`, group, 'all commands');
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

/** How the commands are called that somebody may have meant by this word, after the words of a group. */
export function nearestCommands(word: string, group: string): readonly string[] {
  if (group !== '') return nearestNames(word, secondWords(group)).map((name) => `afterwit ${group} ${name}`);
  const firstWords = listCommands().flatMap(([, { words }]) => words.slice(0, 1));
  const near = nearestNames(word, firstWords).map((name) => `afterwit ${name}`);
  return [...new Set([...near, ...commandsAlsoCalled(word)])];
}

function commandsAlsoCalled(word: string): readonly string[] {
  return listCommands()
    .filter(([, { otherNames }]) => otherNames?.includes(word.toLowerCase()))
    .map(([, { words }]) => ['afterwit', ...words].join(' '));
}

function secondWords(group: string): readonly string[] {
  return listCommands().flatMap(
    ([
      ,
      {
        words: [first, second],
      },
    ]) => (first === group && second !== undefined ? [second] : []),
  );
}
