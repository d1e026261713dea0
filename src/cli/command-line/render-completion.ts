import type { Field } from '../../api/field.ts';
import { type Command, flagOf, spellingsOf } from './command.ts';
import { listCommands, optionsOf } from './commands.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** The program that completes our commands, options and their values in a shell. Made from the tables of the help. */
export function renderCompletion(shell: Shell): string {
  if (shell === 'fish') return fishProgram();
  // zsh reads programs of bash once it was told so.
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bashProgram()}` : bashProgram();
}

const firstWords = [...new Set(listCommands().flatMap(([, { words }]) => words.slice(0, 1)))];

/** Second words of the commands that begin with the same word: `repo` is followed by `show`, `link`, `split`. */
function secondWords(first: string): readonly string[] {
  return listCommands().flatMap(([, command]) =>
    spellingsOf(command).flatMap((words) => (words[0] === first ? words.slice(1, 2) : [])),
  );
}

function bashProgram(): string {
  const commands = listCommands().filter(([, { words }]) => words.length > 0);
  return [
    '_afterwit() {',
    "  local word previous words=''",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it.
    '  word=${COMP_WORDS[COMP_CWORD]}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it.
    '  previous=${COMP_WORDS[COMP_CWORD-1]}',
    '  case $previous in',
    ...choicesByFlag().map(([flag, choices]) => `    ${flag}) words='${choices.join(' ')}' ;;`),
    '    *)',
    '      case $COMP_CWORD in',
    `        1) words='${firstWords.join(' ')} --help --version' ;;`,
    '        *)',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it.
    '          case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in',
    // The longer names first: "review each" before "review".
    ...commands
      .toSorted(([, one], [, other]) => other.words.length - one.words.length)
      .map(
        ([, command]) => `            ${bashPattern(command)}) words='${wordsAfter(command).join(' ')}' ;;`,
      ),
    '          esac',
    '          if [[ $COMP_CWORD == 2 ]]; then',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash reads it.
    '            case ${COMP_WORDS[1]} in',
    ...firstWords
      .filter((first) => secondWords(first).length > 0)
      .map((first) => `              ${first}) words="${secondWords(first).join(' ')} $words" ;;`),
    '            esac',
    '          fi',
    '          ;;',
    '      esac',
    '      ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '}',
    'complete -o default -F _afterwit afterwit',
    '',
  ].join('\n');
}

function bashPattern({ words }: Command): string {
  return words.length > 1 ? `'${words.join(' ')}'` : `'${words[0]} '*`;
}

function wordsAfter(command: Command): readonly string[] {
  return [
    ...Object.entries(optionsOf(command)).map(([name, definition]) => flagOf(name, definition)),
    ...Object.values(command.arguments).flatMap(({ choices = [] }) => choices),
  ];
}

function choicesByFlag(): readonly (readonly [flag: string, choices: readonly string[]])[] {
  const found = listCommands().flatMap(([, command]) =>
    Object.entries(optionsOf(command)).flatMap(([name, definition]) =>
      definition.choices === undefined ? [] : [[flagOf(name, definition), definition.choices] as const],
    ),
  );
  return [...new Map(found)];
}

function fishProgram(): string {
  const lines = listCommands().flatMap(([, command]) => {
    const [first, second] = command.words;
    if (first === undefined) return [];
    const others = secondWords(first);
    const here =
      second === undefined
        ? `__fish_seen_subcommand_from ${first}${others.length === 0 ? '' : `; and not __fish_seen_subcommand_from ${others.join(' ')}`}`
        : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
    const before =
      second === undefined
        ? '__fish_use_subcommand'
        : `__fish_seen_subcommand_from ${first}; and not __fish_seen_subcommand_from ${others.join(' ')}`;
    return [
      `complete -c afterwit -n '${before}' -a ${second ?? first} -d ${fishText(command.summary)}`,
      ...Object.entries(optionsOf(command)).map(
        (option) => `complete -c afterwit -n '${here}' ${fishOption(option)}`,
      ),
    ];
  });
  return [...lines, ''].join('\n');
}

function fishOption([name, definition]: readonly [string, Field]): string {
  const { kind, choices, description } = definition;
  const values = choices === undefined ? '' : ` -xa '${choices.join(' ')}'`;
  const takesValue = kind !== 'flag' && choices === undefined ? ' -r' : '';
  return `-l ${flagOf(name, definition).slice(2)}${takesValue}${values} -d ${fishText(description)}`;
}

function fishText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
