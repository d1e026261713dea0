import type { Field } from '../../src/api/field.ts';
import {
  type Command,
  callOf,
  describeOption,
  flagOf,
  spellArgument,
  spellOption,
} from '../../src/cli/command-line/command.ts';
import { commonOptions, listCommandGroups, listCommands } from '../../src/cli/command-line/commands.ts';
import { exitStatuses, exitStatusNames } from '../../src/cli/report-error.ts';
import { agentMarks, namingVariables } from '../../src/engine/speakers/identify-speaker.ts';

const conventions = `## Conventions

- Standard output holds the answer and nothing else. Progress and errors go to standard error: on a terminal a progress
  bar, otherwise a line at the start and one at the end of longer indexing.
- With \`--json\` the answer is one JSON value, of the type each command names (*JSON*); a failure is
  \`{"error": {"code", "message", "data"}}\`, on standard output too, and nothing is written to standard error. The exit
  status tells the two apart. The types are exported by the library.
- Abstaining is an answer: searches end with status 0 and say \`none_relevant\` when nothing is likely to help;
  \`traverse\` and \`entity\` answer \`unknown\`, with the nearest names, when no node has the name.
- An id of a memory or a decision may be cut to four digits or more, as long as only one begins so.
- Text from the repository is printed with control, bidirectional and zero-width characters spelled out (\`\\x1b\`,
  \`\\u202e\`), so that a commit message cannot steer the terminal. Bytes of paths that are not UTF-8 read \`\\xff\`.
- Days are in UTC. Ids of commits are cut to 12 digits, other ids to 8; any command takes them back.
- \`AFTERWIT_DEBUG=1\` adds the stack to an error.
- Below, a whole command is an example.
`;

/** The page `docs/reference/cli.md`, made from the tables that make the parser and the help. Each thing is told once. */
export function renderCliReference(): string {
  return [
    '# Command line',
    '',
    '<!-- Generated from src/cli; edit the tables there and run: node scripts/docs.ts --write. -->',
    '',
    ...listCommandGroups().map(({ title, rows }) => {
      const links = rows.map(
        ([, command]) => `[${command.words.join(' ') || 'afterwit'}](#${anchorOf(command)})`,
      );
      return `- ${title}: ${links.join(', ')}`;
    }),
    '',
    conventions,
    '## Options of every command',
    '',
    ...Object.entries(commonOptions).map(tellOption),
    '',
    '## Options of several commands',
    '',
    ...sharedOptions().map(tellOption),
    '',
    ...whoSpeaks(),
    ...exitStatusTable(),
    ...listCommandGroups().flatMap(({ rows }) => rows.flatMap(([, command]) => commandSection(command))),
  ].join('\n');
}

type NamedField = readonly [name: string, field: Field];

/** An option of this many commands, in the same words, is told once for all of them; of two, where the words are many. */
const fewestSharers = 3;
const manyLetters = 90;

function sharedOptions(): readonly NamedField[] {
  const all = listCommands().flatMap(([, { options }]) => Object.entries(options));
  const alike = Map.groupBy(all, tellOption);
  return [...alike].flatMap(([told, same]) => {
    const fewest = told.length < manyLetters ? fewestSharers : 2;
    return same.length < fewest ? [] : same.slice(0, 1);
  });
}

function tellOption([name, option]: NamedField): string {
  return `- \`${spellOption(name, option)}\`: ${describeOption(option)}`;
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
    'What this stops, and what not: [security](../security.md#what-it-does-not-stop).',
    '',
  ];
}

/** Text as code, with more marks around it than it has in it. */
function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
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

function commandSection(command: Command): readonly string[] {
  const { summary, details = [], alsoSpelled = [], examples, answer } = command;
  const shared = new Set(sharedOptions().map(tellOption));
  const options = Object.entries(command.options);
  const own = options.filter((option) => !shared.has(tellOption(option)));
  const others = options.filter((option) => shared.has(tellOption(option)));
  const names = alsoSpelled.map((words) => code(['afterwit', ...words].join(' ')));
  return [
    `## ${headingOf(command)}`,
    '',
    `${summary}${names.length === 0 ? '' : ` The same: ${names.join(', ')}.`}`,
    '',
    ...[details].flat().flatMap((text) => [text, '']),
    ...Object.values(command.arguments).map((each) => `- ${code(spellArgument(each))}: ${each.description}`),
    ...own.map(tellOption),
    ...(others.length === 0
      ? []
      : [`- also ${others.map(([name, each]) => code(flagOf(name, each))).join(', ')}`]),
    ...Object.entries(examples).map(([line, use]) => `- ${code(line)} ${use}`),
    ...(answer === undefined ? [] : [`- JSON: \`${answer}\``]),
    '',
  ];
}

function headingOf(command: Command): string {
  return code(callOf(command));
}

/** The anchor that Markdown readers make of a heading. */
function anchorOf(command: Command): string {
  return callOf(command)
    .toLowerCase()
    .replace(/[^\p{L}\d -]/gu, '')
    .replaceAll(' ', '-');
}
