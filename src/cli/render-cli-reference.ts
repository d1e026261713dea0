import { agentMarks, namingVariables } from '../engine/speakers/identify-speaker.ts';
import { type Command, callOf } from './command-line/command.ts';
import { type CommandName, listCommandGroups, listCommands } from './command-line/commands.ts';
import { helpOn } from './command-line/render-help.ts';
import { exitStatuses, exitStatusNames } from './exit-codes.ts';
import { layOut } from './page.ts';
import { renderLines } from './terminal/palette.ts';

const helpColumns = 80;

const conventions = `## Conventions

- Standard output holds the answer and nothing else. Progress and errors go to standard error: on a terminal a progress
  bar, otherwise a line at the start and one at the end of longer indexing.
- With \`--json\` the answer is one JSON value, of the type each command names; a failure is
  \`{"error": {"code", "message", "data"}}\`, on standard output too, and nothing is written to standard error. The exit
  status tells the two apart. The types are exported by the library.
- Abstaining is an answer: searches end with status 0 and say \`none_relevant\` when nothing is likely to help;
  \`traverse\` and \`entity\` answer \`unknown\`, with the nearest names, when no node has the name.
- An id of a memory or a decision may be cut to four digits or more, as long as only one begins so.
- Text from the repository is printed with control, bidirectional and zero-width characters spelled out (\`\\x1b\`,
  \`\\u202e\`), so that a commit message cannot steer the terminal. Bytes of paths that are not UTF-8 read \`\\xff\`.
- Days are in UTC. Ids of commits are cut to 12 digits, other ids to 8; any command takes them back.
- \`AFTERWIT_DEBUG=1\` adds the stack to an error.
`;

/** The page \`docs/reference/cli.md\`, made from the tables that make the parser and the help. */
export function renderCliReference(): string {
  const commands = listCommands();
  return [
    '# Command line',
    '',
    '<!-- Generated from src/cli; edit the tables there and run: node scripts/docs.ts --write. -->',
    '',
    ...listCommandGroups().flatMap(({ title, rows }) => [
      `${title}:`,
      '',
      ...rows.map(([, command]) => `- [\`${callOf(command)}\`](#${anchorOf(command)}): ${command.summary}`),
      '',
    ]),
    conventions,
    ...whoSpeaks(),
    ...exitStatusTable(),
    ...commands.flatMap(([name, command]) => commandSection(name, command)),
  ].join('\n');
}

function whoSpeaks(): readonly string[] {
  const agents = [...new Set(agentMarks.map(({ agent }) => agent))];
  return [
    '## Who speaks',
    '',
    'What an agent says is believed less than what a person says, and what only a person may do ends with `NEEDS_PERSON` for',
    'an agent. The speaker is a person when a terminal controls the command, the shell of that terminal is among the processes',
    'above it, and none of those is an agent. Otherwise it is not known who speaks: that is believed like an agent, but where',
    'there is a terminal a person can type a word that it shows, and the command goes on; in a window of tmux, or another whose',
    'shell is above the command, that counts for 12 hours. A script that speaks for you without a terminal is named by its path in',
    'the setting `speaker.automation` of your own `config.json`.',
    '',
    'An agent is known by its program, or by what it puts into the environment:',
    '',
    '| agent | variables |',
    '|---|---|',
    ...agents.map((name) => {
      const marks = agentMarks.filter(({ agent }) => agent === name);
      return `| ${name} | ${marks.map(({ variable, value }) => code(value === undefined ? variable : `${variable}=${value}`)).join(', ')} |`;
    }),
    `| the one it names | ${namingVariables.map(code).join(', ')} |`,
    '',
    'This stops an agent that follows injected text, also one that empties the environment. It does not stop a program that',
    'sets out to deceive under the same account: that can write the files of the memory itself.',
    '',
  ];
}

function code(text: string): string {
  return `\`${text}\``;
}

function exitStatusTable(): readonly string[] {
  return [
    '## Exit status',
    '',
    '| status | meaning | error codes |',
    '|---|---|---|',
    ...exitStatuses.map(({ status, name, meaning }) => {
      const codes = Object.entries(exitStatusNames).flatMap(([error, its]) =>
        its === name ? [code(error)] : [],
      );
      return `| ${status} | ${meaning} | ${codes.join(', ')} |`;
    }),
    '',
  ];
}

function commandSection(name: CommandName, command: Command): readonly string[] {
  const help = renderLines(
    layOut(helpOn(name, true), { width: helpColumns, nowMs: 0 }),
    (_style, text) => text,
  );
  return [
    `## ${headingOf(command)}`,
    '',
    '```text',
    help.trimEnd(),
    '```',
    '',
    ...(command.answer === undefined ? [] : [`\`--json\` prints \`${command.answer}\`.`, '']),
  ];
}

function headingOf({ words }: Command): string {
  return ['afterwit', ...words].join(' ');
}

function anchorOf(command: Command): string {
  return headingOf(command).replaceAll(' ', '-');
}
