import { type CommandDefinition, type CommandName, callOf, listCommands } from './command-line/commands.ts';
import { renderHelp } from './command-line/render-help.ts';
import { exitStatuses, exitStatusNames } from './exit-codes.ts';
import { renderLines } from './terminal/palette.ts';

const helpColumns = 80;

const conventions = `## Conventions

- Standard output holds the answer and nothing else. Progress and errors go to standard error: on a terminal a progress
  bar, otherwise a line at the start and one at the end of longer indexing.
- With \`--json\` the answer is one JSON value, of the type each command names; a failure is
  \`{"error": {"code", "message", "data"}}\`, on standard output too, and nothing is written to standard error. The exit
  status tells the two apart. The types are exported by the library.
- Abstaining is an answer: searches end with status 0 and say \`none_relevant\` when nothing is likely to help;
  \`traverse\` and \`entity\` say \`unknown\`, with the nearest names, when nothing has a name.
- Text from the repository is printed with control, bidirectional and zero-width characters spelled out (\`\\x1b\`,
  \`\\u202e\`), so that a commit message cannot steer the terminal. Bytes of paths that are not UTF-8 read \`\\xff\`.
- Days are in UTC. Ids are cut to 12 digits; any command takes them back.
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
    ...commands.map(([, command]) => `- [\`${callOf(command)}\`](#${anchorOf(command)}): ${command.summary}`),
    '',
    conventions,
    ...exitStatusTable(),
    ...commands.flatMap(([name, command]) => commandSection(name, command)),
  ].join('\n');
}

function exitStatusTable(): readonly string[] {
  return [
    '## Exit status',
    '',
    '| status | meaning | error codes |',
    '|---|---|---|',
    ...exitStatuses.map(({ status, name, meaning }) => {
      const codes = Object.entries(exitStatusNames).flatMap(([code, its]) =>
        its === name ? [`\`${code}\``] : [],
      );
      return `| ${status} | ${meaning} | ${codes.join(', ')} |`;
    }),
    '',
  ];
}

function commandSection(name: CommandName, command: CommandDefinition): readonly string[] {
  const help = renderLines(renderHelp(name, helpColumns), (_style, text) => text);
  return [
    `## ${headingOf(command)}`,
    '',
    '```text',
    help.trimEnd(),
    '```',
    '',
    `\`--json\` prints \`${command.jsonType}\`.`,
    '',
  ];
}

function headingOf({ words }: CommandDefinition): string {
  return ['afterwit', ...words].join(' ');
}

function anchorOf(command: CommandDefinition): string {
  return headingOf(command).replaceAll(' ', '-');
}
