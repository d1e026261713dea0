import { agentCommands } from './agent-commands.ts';
import { codeCommands } from './code-commands.ts';
import type { ArgumentDefinition, CommandDefinition } from './command-definition.ts';
import { failureCommands } from './failure-commands.ts';
import { gateCommands } from './gate-commands.ts';
import { historyCommands } from './history-commands.ts';
import { memoryCommands } from './memory-commands.ts';
import { commonOptions, type OptionName } from './options.ts';
import { upkeepCommands } from './upkeep-commands.ts';

/** Every command. The parser, the help, `docs/reference/cli.md` and tests are built from these tables. */
export const commandDefinitions = {
  ...historyCommands,
  ...codeCommands,
  ...memoryCommands,
  ...failureCommands,
  ...gateCommands,
  ...agentCommands,
  ...upkeepCommands,
} as const satisfies Record<string, CommandDefinition>;

export type CommandName = keyof typeof commandDefinitions;
type CommandRow = readonly [CommandName, CommandDefinition];

/** The commands as rows, in the order of the help. */
export function listCommands(): readonly CommandRow[] {
  return Object.entries(commandDefinitions) as CommandRow[];
}

/** The same rows, grouped by purpose. */
export function listCommandGroups(): readonly {
  readonly title: string;
  readonly rows: readonly CommandRow[];
}[] {
  return [
    { title: 'Ask the history', rows: rowsOf(historyCommands) },
    { title: 'Ask the code', rows: rowsOf(codeCommands) },
    { title: 'Remember and recall', rows: rowsOf(memoryCommands) },
    { title: 'Recognise failures', rows: rowsOf(failureCommands) },
    { title: 'Judge what is shown unasked', rows: rowsOf(gateCommands) },
    { title: 'Help an agent', rows: rowsOf(agentCommands) },
    { title: 'Maintain the memory', rows: rowsOf(upkeepCommands) },
  ];
}

function rowsOf(table: Readonly<Partial<Record<CommandName, CommandDefinition>>>): readonly CommandRow[] {
  return Object.entries(table) as CommandRow[];
}

/** All options of a command: its own, then the common ones. */
export function optionsOf({ options, timeless }: CommandDefinition): readonly OptionName[] {
  return [...options, ...commonOptions.filter((name) => !timeless || name !== 'asOf')];
}

/** All words that call it: its name, then other spellings. */
export function spellingsOf({ words, alsoSpelled = [] }: CommandDefinition): readonly (readonly string[])[] {
  return [words, ...alsoSpelled];
}

/** How a command is called: `afterwit coupled FILE`, `afterwit why [DECISION]`. */
export function callOf(command: CommandDefinition): string {
  return ['afterwit', ...command.words, ...command.arguments.map(spell)].join(' ');
}

function spell({ name, several, optional }: ArgumentDefinition): string {
  const spelled = `${name.toUpperCase()}${several ? '…' : ''}`;
  return optional ? `[${spelled}]` : spelled;
}
