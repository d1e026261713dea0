import { alignColumns, indentLines, paragraph } from '../terminal/layout.ts';
import { type Line, line, span } from '../terminal/line.ts';
import type { CommandDefinition } from './command-definition.ts';
import {
  type CommandName,
  callOf,
  commandDefinitions,
  listCommandGroups,
  listCommands,
  optionsOf,
  spellingsOf,
} from './commands.ts';
import { everydayCommands } from './everyday-commands.ts';
import { describeOption, spellingOf } from './option-words.ts';
import type { OptionDefinition } from './options.ts';

const indent = 2;
const blank: Line = [];

/** Help on the commands of a group (`repo`), each with its summary. */
export function renderGroupHelp(group: string, width: number): readonly Line[] {
  const rows = listCommands().filter(([, command]) =>
    spellingsOf(command).some(([first]) => first === group),
  );
  const entries = rows.map(([, command]): Entry => ({ term: callOf(command), text: command.summary }));
  return [
    ...section('Usage', [line(`afterwit ${group} [command] [options]`)]),
    ...definitionList('Commands', entries, width),
    line(
      'Help on a command: ',
      span(`${['afterwit', ...(rows[0]?.[1].words ?? [])].join(' ')} --help`, 'cyan'),
    ),
  ];
}

/**
 * Help on a command; the general help for the bare command.
 * @param all the general help lists every command, not only those of every day
 */
export function renderHelp(name: CommandName, width: number, all = false): readonly Line[] {
  return name === 'status' ? overview(width, all) : helpOn(commandDefinitions[name], width);
}

function overview(width: number, all: boolean): readonly Line[] {
  const bare: CommandDefinition = commandDefinitions.status;
  const groups = (all ? everyCommand() : everydayOnes()).flatMap(({ title, commands }) => {
    const entries = commands.map((command): Entry => ({ term: callOf(command), text: command.summary }));
    return definitionList(title, entries, width);
  });
  return [
    ...paragraph(
      line('afterwit remembers a repository: its git history, and what was learned while working in it.'),
      { width },
    ),
    blank,
    ...section('Usage', [line('afterwit [command] [options]')]),
    ...groups,
    ...definitionList('Options', Object.entries(optionsOf(bare)).map(optionEntry), width),
    ...(bare.details ?? []).flatMap((text) => paragraph(line(text), { width })),
    blank,
    line('Help on a command: ', span('afterwit search-commits --help', 'cyan')),
    ...(all ? [] : [line('Every command:     ', span('afterwit --help --all', 'cyan'))]),
  ];
}

interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandDefinition[];
}

function everyCommand(): readonly CommandGroup[] {
  return listCommandGroups().map(({ title, rows }) => ({
    title,
    commands: rows.map(([, command]) => command),
  }));
}

function everydayOnes(): readonly CommandGroup[] {
  return everydayCommands.map(({ title, commands }) => ({
    title,
    commands: commands.map((name) => commandDefinitions[name]),
  }));
}

function helpOn(command: CommandDefinition, width: number): readonly Line[] {
  const ownArguments = command.arguments.map((argument): Entry => {
    return {
      term: `${argument.name.toUpperCase()}${argument.several ? '…' : ''}`,
      text: argument.description,
    };
  });
  return [
    ...paragraph(line(command.summary), { width }),
    blank,
    ...section('Usage', [line(`${callOf(command)} [options]`)]),
    ...otherSpellings(command, width),
    ...(command.details ?? []).flatMap((text) => [...paragraph(line(text), { width }), blank]),
    ...definitionList('Arguments', ownArguments, width),
    ...definitionList('Options', Object.entries(optionsOf(command)).map(optionEntry), width),
    ...examples(command, width),
  ];
}

function otherSpellings({ alsoSpelled = [] }: CommandDefinition, width: number): readonly Line[] {
  const names = alsoSpelled.map((words) => ['afterwit', ...words].join(' '));
  if (names.length === 0) return [];
  return [...paragraph(line(`The same: ${names.join(', ')}.`), { width }), blank];
}

interface Entry {
  readonly term: string;
  readonly text: string;
}

function optionEntry([name, definition]: readonly [string, OptionDefinition]): Entry {
  return { term: spellingOf(name, definition), text: describeOption(definition) };
}

function section(title: string, body: readonly Line[]): readonly Line[] {
  return [line(span(title, 'bold')), ...indentLines(body, indent), blank];
}

/** Terms in the first column, wrapped descriptions in the second. */
function definitionList(title: string, entries: readonly Entry[], width: number): readonly Line[] {
  if (entries.length === 0) return [];
  const terms = alignColumns(entries.map(({ term }) => [line(span(term, 'cyan')), line('')]));
  const body = entries.flatMap(({ text }, row) => {
    return paragraph(line(text), { width: width - indent, lead: terms[row] ?? [] });
  });
  return section(title, body);
}

function examples(command: CommandDefinition, width: number): readonly Line[] {
  const body = command.examples.flatMap((example) => [
    line(span(example.command, 'cyan')),
    ...indentLines(paragraph(line(example.explanation), { width: width - 2 * indent }), indent),
  ]);
  return section('Examples', body).slice(0, -1);
}
