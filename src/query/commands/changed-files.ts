import { programOf } from './command-signature.ts';
import type { SimpleCommand } from './simple-commands.ts';

export interface ChangedFile {
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
