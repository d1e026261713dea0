import type { CommandSignature } from '../../model/failure.ts';
import {
  filters,
  interpreters,
  ownSubcommands,
  preparing,
  programAliases,
  subcommandAliases,
  valuedOptions,
  type Wrapper,
  withSecondSubcommand,
  withSubcommand,
  wrappers,
} from './program-table.ts';
import { type SimpleCommand, simpleCommands } from './simple-commands.ts';

const longestName = 60;
const deepestShell = 3;
const assignment = /^[A-Za-z_]\w*\+?=/;
const programName = /^[\w@.+:[-]{1,60}$/;
const subcommandName = /^[a-z@:][\w:.@/-]{0,59}$/i;
const shells = /^(?:ba|z|da|fi)?sh$/;

/**
 * Returns the subject of a command line: wrappers, preparation, arguments and filters left out. Of several commands it
 * is the last that does something, which the others lead to. Undefined when the line starts no program.
 */
export function commandSignature(commandLine: string): CommandSignature | undefined {
  const chosen = mainCommand(startedCommands(commandLine, 0));
  return chosen === undefined ? undefined : signatureOf(chosen);
}

/** The command that a line is about, and the families of all that it starts, its own first. */
export function readCommand(commandLine: string) {
  const commands = startedCommands(commandLine);
  const main = mainCommand(commands);
  const signature = main && signatureOf(main);
  const families = [signature, ...commands.map(({ words }) => signatureOf(words))];
  return { signature, families: [...new Set(families.flatMap((one) => one?.family ?? []))] };
}

/** The commands of a line, without wrappers, those inside `bash -c '…'` in place of it. */
export function startedCommands(commandLine: string, depth = 0): readonly SimpleCommand[] {
  return simpleCommands(commandLine).flatMap((command) => {
    const unwrapped = withoutWrappers(command.words);
    const script = depth < deepestShell ? scriptOf(unwrapped) : undefined;
    if (script !== undefined) {
      return startedCommands(script, depth + 1).map((inner, place) =>
        place === 0 ? { ...inner, joint: command.joint } : inner,
      );
    }
    return unwrapped.length === 0 ? [] : [{ ...command, words: unwrapped }];
  });
}

/** Name of a program without its folder and version. */
export function programOf(words: readonly string[]): string | undefined {
  const name = (words[0] ?? '')
    .replace(/^.*[\\/](?=.)/, '')
    .replace(/\.(?:exe|cmd|bat)$/i, '')
    .replace(/(?<=.)@[\d^~][\w.-]*$|(?<=.)@latest$/, '')
    .replace(/^(python|pip)\d[\d.]*$/, '$1');
  if (!programName.test(name)) return undefined;
  return Object.hasOwn(programAliases, name) ? programAliases[name] : name;
}

function mainCommand(commands: readonly SimpleCommand[]): readonly string[] | undefined {
  const pipelines = pipelinesOf(commands.filter(({ words }) => programOf(words) !== undefined));
  // A command after `||` runs only when the command it stands for has failed.
  const meant = pipelines.filter(([first]) => first?.joint !== '||');
  const last = (wanted: (program: string) => boolean): SimpleCommand | undefined =>
    meant.flatMap((stages) => stages.find(({ words }) => wanted(programOf(words) ?? '')) ?? []).at(-1);
  const main =
    last((program) => !preparing.has(program) && !filters.has(program)) ??
    last((program) => !preparing.has(program)) ??
    pipelines.at(-1)?.[0];
  return main?.words;
}

function pipelinesOf(commands: readonly SimpleCommand[]): readonly (readonly SimpleCommand[])[] {
  const pipelines: SimpleCommand[][] = [];
  for (const command of commands) {
    const last = pipelines.at(-1);
    if (command.joint === '|' && last !== undefined) last.push(command);
    else pipelines.push([command]);
  }
  return pipelines;
}

function signatureOf(words: readonly string[]): CommandSignature | undefined {
  const program = programOf(words);
  if (program === undefined) return undefined;
  const [named, subcommand] =
    program === 'docker-compose'
      ? ['docker', `compose ${firstOperand(words, 1) ?? ''}`.trim()]
      : [program, subcommandOf(program, words)];
  return {
    program: named,
    ...(subcommand === undefined ? {} : { subcommand }),
    family: subcommand === undefined ? named : `${named} ${subcommand}`,
  };
}

function subcommandOf(program: string, words: readonly string[]): string | undefined {
  const first = firstOperand(words, 1);
  if (program === 'node' && words.includes('--test')) return '--test';
  if (interpreters.has(program) && first !== undefined && /^[^\s();]*[./][^\s();]*$/.test(first))
    return first.replace(/^.*[\\/](?=.)/, '').slice(0, longestName);
  if (
    !withSubcommand.has(program) ||
    program === 'node' ||
    first === undefined ||
    !subcommandName.test(first)
  )
    return undefined;
  const plain = Object.hasOwn(subcommandAliases, `${program} ${first}`)
    ? (subcommandAliases[`${program} ${first}`] ?? first)
    : first;
  if (/^(?:yarn|pnpm|bun)$/.test(program) && !ownSubcommands.has(plain)) return `run ${plain}`;
  if (!withSecondSubcommand.has(`${program} ${plain}`)) return plain;
  const second = firstOperand(words, words.indexOf(first) + 1);
  return second !== undefined && subcommandName.test(second) ? `${plain} ${second}` : plain;
}

/** First word from a place on that is neither an option, nor the value of one, nor an assignment. */
function firstOperand(words: readonly string[], from: number): string | undefined {
  for (let at = from; at < words.length; at++) {
    const word = words[at] ?? '';
    if (valuedOptions.has(word)) at++;
    else if (word !== '' && !/^[-+]/.test(word) && !assignment.test(word)) return word;
  }
  return undefined;
}

function withoutWrappers(words: readonly string[]): readonly string[] {
  let rest = words;
  for (;;) {
    const start = rest.findIndex((word) => !assignment.test(word));
    if (start === -1) return [];
    rest = rest.slice(start);
    const name = rest[0]?.replace(/^.*\/(?=.)/, '');
    const wrapper = wrappers.find(
      ({ words: [first, ...others] }) => first === name && others.every((word, at) => rest[at + 1] === word),
    );
    const inner = wrapper === undefined ? moduleOf(rest) : insideOf(wrapper, rest);
    if (inner === undefined || inner.length === 0) return rest;
    rest = inner;
  }
}

function insideOf(wrapper: Wrapper, words: readonly string[]): readonly string[] {
  let at = wrapper.words.length;
  while (at < words.length && words[at]?.startsWith('-') && words[at] !== '--') {
    at += wrapper.valued?.includes(words[at] ?? '') ? 2 : 1;
  }
  if (words[at] === '--') at++;
  while (assignment.test(words[at] ?? '')) at++;
  at += wrapper.operands ?? 0;
  if (words[at] === '--') at++;
  return words.slice(at);
}

/** `python -m pytest` runs pytest. */
function moduleOf(words: readonly string[]): readonly string[] | undefined {
  if (programOf(words) !== 'python') return undefined;
  let at = 1;
  while (words[at]?.startsWith('-') && words[at] !== '-m') at += /^-[WX]$/.test(words[at] ?? '') ? 2 : 1;
  return words[at] === '-m' && words[at + 1] !== undefined ? words.slice(at + 1) : undefined;
}

function scriptOf(words: readonly string[]): string | undefined {
  if (!shells.test(programOf(words) ?? '')) return undefined;
  const at = words.findIndex((word) => /^-[a-z]*c$/.test(word));
  return at === -1 ? undefined : words[at + 1];
}

const showing: ReadonlySet<string> = new Set('tail head grep egrep rg sed awk less more'.split(' '));

/** Whether a command line shows a part of its program's output: `npm test 2>&1 | tail -5`. */
export function showsPart(command: string): boolean {
  const last = simpleCommands(command).at(-1);
  return last?.joint === '|' && showing.has(last.words[0] ?? '');
}

interface ChangedFile {
  /** As the command names it, after the folders that the line changed to. */
  readonly path: string;
  /** It may be a folder, with all that lies in it. */
  readonly isFolder: boolean;
}

type Changes = (operands: readonly string[], words: readonly string[]) => readonly string[];

const all: Changes = (operands) => operands;
const last: Changes = (operands) => operands.slice(-1);
const inPlace =
  (option: RegExp): Changes =>
  (operands, words) =>
    words.some((word) => option.test(word)) ? operands : [];

/** Programs that change the files they name, with any content. */
const changing: Readonly<Record<string, Changes>> = {
  sed: inPlace(/^(?:-[nErsuz]*i|--in-place)/),
  perl: inPlace(/^-[pnalw0]*i/),
  rm: all,
  unlink: all,
  shred: all,
  truncate: all,
  tee: all,
  mv: all,
  cp: last,
  install: last,
  ln: last,
  dd: (_, words) => words.flatMap((word) => (word.startsWith('of=') ? [word.slice('of='.length)] : [])),
  git: ([subcommand, ...operands]) => (subcommand === 'rm' || subcommand === 'mv' ? operands : []),
};

/** They take a folder with all that is in it. */
const takingFolders: ReadonlySet<string> = new Set(['rm', 'mv', 'git']);

/**
 * The files that commands plainly change: targets of redirected output, and files named to programs that change them.
 * Files behind a script, a build, a pattern of the shell or a variable are not known.
 */
export function changedFiles(commands: readonly SimpleCommand[]): readonly ChangedFile[] {
  let folder = '';
  return commands.flatMap(({ words, writes = [] }) => {
    const program = programOf(words) ?? '';
    const operands = words.slice(1).filter((word) => !word.startsWith('-'));
    const place = (path: string): string => (path.startsWith('/') ? path : `${folder}${path}`);
    if (program === 'cd' && operands[0] !== undefined) folder = `${place(operands[0])}/`;
    const changed = Object.hasOwn(changing, program) ? (changing[program]?.(operands, words) ?? []) : [];
    return [
      ...writes.map((path) => ({ path: place(path), isFolder: false })),
      ...changed.map((path) => ({ path: place(path), isFolder: takingFolders.has(program) })),
    ];
  });
}
