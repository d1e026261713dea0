import type { Field } from '../../api/field.ts';
import { type Block, blank, bold, cyan, indent, listing, text, unbroken } from '../page.ts';
import { type Command, callOf, describeOption, spellArgument, spellingsOf, spellOption } from './command.ts';
import {
  type CommandName,
  commands,
  listCommandGroups,
  listCommands,
  listEverydayCommands,
  optionsOf,
} from './commands.ts';

/** Help on the commands of a group (`repo`), each with its summary. */
export function helpOnGroup(group: string): Block {
  const rows = listCommands().filter(([, command]) =>
    spellingsOf(command).some(([first]) => first === group),
  );
  return [
    part('Usage', unbroken(`afterwit ${group} [command] [options]`)),
    definitions(
      'Commands',
      rows.map(([, command]) => [callOf(command), command.summary]),
    ),
    unbroken('Help on a command: ', cyan(`${['afterwit', ...(rows[0]?.[1].words ?? [])].join(' ')} --help`)),
  ];
}

/**
 * Help on a command; the general help for the bare command.
 * @param all the general help lists every command, not only those of every day
 */
export function helpOn(name: CommandName, all = false): Block {
  return name === 'status' ? overview(all) : helpOnCommand(commands[name]);
}

function overview(all: boolean): Block {
  const { details = [], ...bare }: Command = commands.status;
  const groups = all ? listCommandGroups() : listEverydayCommands();
  return [
    text('afterwit remembers a repository: its git history, and what was learned while working in it.'),
    blank,
    part('Usage', unbroken('afterwit [command] [options]')),
    groups.map(({ title, rows }) =>
      definitions(
        title,
        rows.map(([, command]) => [callOf(command), command.summary]),
      ),
    ),
    definitions('Options', Object.entries(optionsOf(bare)).map(optionEntry)),
    [details].flat().map((each) => text(each)),
    blank,
    unbroken('Help on a command: ', cyan('afterwit search-commits --help')),
    !all && unbroken('Every command:     ', cyan('afterwit --help --all')),
  ];
}

function helpOnCommand(command: Command): Block {
  const { summary, details = [], alsoSpelled = [], examples } = command;
  const names = alsoSpelled.map((words) => ['afterwit', ...words].join(' '));
  const given = Object.values(command.arguments).map(
    (each): Entry => [spellArgument(each), each.description],
  );
  return [
    text(summary),
    blank,
    part('Usage', unbroken(`${callOf(command)} [options]`)),
    names.length > 0 && [text(`The same: ${names.join(', ')}.`), blank],
    [details].flat().map((each) => [text(each), blank]),
    definitions('Arguments', given),
    definitions('Options', Object.entries(optionsOf(command)).map(optionEntry)),
    unbroken(bold('Examples')),
    Object.entries(examples).map(([line, use]) => indent(2, unbroken(cyan(line)), indent(2, text(use)))),
  ];
}

type Entry = readonly [term: string, description: string];

function optionEntry([name, option]: readonly [string, Field]): Entry {
  return [spellOption(name, option), describeOption(option)];
}

function part(name: string, body: Block): Block {
  return [unbroken(bold(name)), indent(2, body), blank];
}

/** Terms in the first column, wrapped descriptions in the second. */
function definitions(name: string, entries: readonly Entry[]): Block {
  return entries.length > 0 && part(name, listing(entries.map(([term, said]) => [[cyan(term)], said])));
}
