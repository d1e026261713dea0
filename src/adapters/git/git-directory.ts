import { type BigIntStats, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { AfterwitError, isAfterwitError } from '../../model/errors.ts';
import { type CommitId, isCommitId, type RepositoryLocation } from '../../model/repository.ts';
import { readRegularFile } from '../system/regular-file.ts';

/** Real, absolute paths; no worktree when the git directory itself was named. */
export type GitDirectories = Pick<
  RepositoryLocation,
  'gitDirectory' | 'commonDirectory' | 'identityDirectory' | 'worktree'
>;

const longestPointer = 65_536;

/**
 * Finds the git directory around a path, as git would, without starting git: the files that git opens first must be
 * looked at first, for a pipe in their place would hang it. A git directory found here is handed to git by name, so the
 * question of who owns it (`safe.directory`) does not arise. A bare repository is taken only when the path itself names
 * it, never from within (as with `safe.bareRepository=explicit`): a clone may carry one among its files.
 * @throws NOT_A_REPOSITORY, UNREADABLE_REPOSITORY
 */
export function locateGitDirectory(path: string): GitDirectories {
  const start = realStart(path);
  const found = search(start);
  if (found === undefined) throw notARepository(path, 'nothing here or above it is a git repository');
  return found;
}

/** Where the git directory of a working tree lies now: its `.git` may be another file by now. @throws UNREADABLE_REPOSITORY */
export function relocateGitDirectory(known: GitDirectories): GitDirectories {
  const found = search(known.worktree ?? known.gitDirectory);
  return found !== undefined && found.worktree === known.worktree ? found : known;
}

function search(start: string): GitDirectories | undefined {
  try {
    return gitDirectoryIn(start) ?? gitDirectoryItself(start) ?? gitDirectoryAbove(start);
  } catch (fault) {
    if (isAfterwitError(fault)) throw fault;
    throw new AfterwitError(
      'UNREADABLE_REPOSITORY',
      `The repository around ${JSON.stringify(start)} cannot be looked at. Give this user the right to read it.`,
      { data: { path: start }, cause: fault },
    );
  }
}

function realStart(path: string): string {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : dirname(real);
  } catch (fault) {
    throw notARepository(path, 'the path does not exist or cannot be entered', fault);
  }
}

function gitDirectoryAbove(start: string): GitDirectories | undefined {
  for (let folder = dirname(start), last = start; folder !== last; last = folder, folder = dirname(folder)) {
    const found = gitDirectoryIn(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}

function gitDirectoryItself(folder: string): GitDirectories | undefined {
  const directories = asGitDirectory(folder, folder);
  if (directories === undefined || basename(folder) !== '.git') return directories;
  return { ...directories, worktree: dirname(folder) };
}

/** The `.git` of a working tree: a directory, or a file that points to one (worktrees, submodules). */
function gitDirectoryIn(worktree: string): GitDirectories | undefined {
  const place = join(worktree, '.git');
  const stats = statSync(place, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (stats.isDirectory()) {
    const directories = asGitDirectory(place, place);
    return directories && { ...directories, worktree };
  }
  const pointer = stats.isFile() ? readPointer(place) : undefined;
  const target = pointer?.startsWith('gitdir: ')
    ? resolve(worktree, pointer.slice('gitdir: '.length))
    : undefined;
  const directories = target === undefined ? undefined : asGitDirectory(target, place);
  if (directories !== undefined) return { ...directories, worktree };
  throw new AfterwitError(
    'UNREADABLE_REPOSITORY',
    `${JSON.stringify(place)} does not lead to a git directory. Restore what it points to, or clone the repository again.`,
    { data: { path: place, target } },
  );
}

/**
 * Requires the parts of a git directory: HEAD, and objects and refs of its own or of the clone it is a worktree of.
 * @param place where it was found: itself, or the `.git` that leads to it
 */
function asGitDirectory(folder: string, place: string): GitDirectories | undefined {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return undefined;
  const gitDirectory = realpathSync.native(folder);
  const commonFile = join(gitDirectory, 'commondir');
  const common = statSync(commonFile, { throwIfNoEntry: false })?.isFile()
    ? readPointer(commonFile)
    : undefined;
  const commonDirectory = common === undefined ? gitDirectory : resolve(gitDirectory, common);
  const isWhole =
    isThere(join(gitDirectory, 'HEAD')) &&
    ['objects', 'refs'].every((name) => isFolder(commonDirectory, name));
  if (!isWhole) return undefined;
  const found = { gitDirectory, commonDirectory: realpathSync.native(commonDirectory) };
  return { ...found, identityDirectory: identityDirectory(place, found) };
}

function readPointer(file: string): string | undefined {
  const { size } = statSync(file);
  return size > longestPointer ? undefined : readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFolder(parent: string, name: string): boolean {
  return statSync(join(parent, name), { throwIfNoEntry: false })?.isDirectory() === true;
}

function notARepository(path: string, reason: string, cause?: unknown): AfterwitError {
  return new AfterwitError(
    'NOT_A_REPOSITORY',
    `${JSON.stringify(path)} is in no git repository: ${reason}. Name a folder of a clone, or the folder of a bare repository itself.`,
    { data: { path, reason }, cause },
  );
}

/**
 * The path by which a clone is known again. A working tree can be shipped with a `.git` file, a `commondir`
 * or a symbolic link that leads into a foreign repository; so the common git directory is its identity only
 * where that says the same: by lying there, or by leading back (`gitdir` of a linked worktree,
 * `core.worktree` of a submodule), which takes the right to write there. Any other working tree is known by
 * the place of its own `.git`. Git is not started.
 * @param place `.git` of a working tree whose path is real, or the git directory itself where that was named
 */
function identityDirectory(
  place: string,
  { gitDirectory, commonDirectory }: { readonly gitDirectory: string; readonly commonDirectory: string },
): string {
  const isOwn =
    gitDirectory === commonDirectory
      ? gitDirectory === place || isSamePlace(gitDirectory, readCoreWorktree(gitDirectory), dirname(place))
      : dirname(gitDirectory) === join(commonDirectory, 'worktrees') &&
        (gitDirectory === place || leadsBackTo(place, gitDirectory));
  return isOwn ? commonDirectory : place;
}

/** The `gitdir` of a linked worktree names its `.git`, from git 2.48 on perhaps relative to itself. */
function leadsBackTo(place: string, gitDirectory: string): boolean {
  const pointer = readRegularFile(join(gitDirectory, 'gitdir'), longestPointer)
    ?.toString('utf8')
    .replace(/[\r\n]+$/, '');
  return (
    pointer !== undefined &&
    basename(pointer) === basename(place) &&
    isSamePlace(gitDirectory, dirname(pointer), dirname(place))
  );
}

function isSamePlace(from: string, path: string | undefined, folder: string): boolean {
  if (path === undefined || path === '' || path.includes('\0')) return false;
  try {
    return realpathSync.native(resolve(from, path)) === folder;
  } catch {
    return false;
  }
}

const longestConfig = 1_048_576;
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/**
 * The working tree that a git directory names (`core.worktree`, which git writes for submodules), as written; undefined
 * without a readable one. Follows no includes. Reads the file, because starting git takes longer than a hook has.
 */
function readCoreWorktree(gitDirectory: string): string | undefined {
  // Where worktrees have configs of their own, git moves it there.
  for (const name of ['config.worktree', 'config']) {
    const text = readRegularFile(join(gitDirectory, name), longestConfig)?.toString('utf8');
    const value = text === undefined ? undefined : coreWorktreeIn(text);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The last value given counts, as with git. */
function coreWorktreeIn(config: string): string | undefined {
  let isCore = false;
  let value: string | undefined;
  for (const line of config.split(/\r?\n/)) {
    const [, header, rest = line] = /^\s*\[([^\]]*)\](.*)$/.exec(line) ?? [];
    if (header !== undefined) isCore = header.trim().toLowerCase() === 'core';
    const [, raw] = (isCore && /^\s*worktree\s*=\s*(.*)$/i.exec(rest)) || [];
    if (raw !== undefined) value = unquote(raw);
  }
  return value;
}

/** A value as git writes it: parts in quotes, escapes with a backslash, a comment behind. Undefined when it is none. */
function unquote(raw: string): string | undefined {
  let value = '';
  let lengthInQuotes = 0;
  let isQuoted = false;
  for (let index = 0; index < raw.length; index++) {
    const character = raw.charAt(index);
    if (character === '"') {
      isQuoted = !isQuoted;
      lengthInQuotes = value.length;
      continue;
    }
    if (!isQuoted && (character === '#' || character === ';')) break;
    const escaped = character === '\\' ? escapes[raw.charAt(++index)] : character;
    if (escaped === undefined) return undefined;
    value += escaped;
  }
  if (isQuoted) return undefined;
  return value.slice(0, lengthInQuotes) + value.slice(lengthInQuotes).trimEnd();
}

/**
 * Marks of a clone that no copy has. The first is of its git directory, which a rename keeps: absent where `.git` is a file
 * or a link. The last is of the place and of its content: its folder of objects, which git makes once, and the last change
 * of `description`, which git writes once. Empty where the file system notes no births.
 */
export function identifyClone({
  identityDirectory,
  commonDirectory,
}: Pick<GitDirectories, 'identityDirectory' | 'commonDirectory'>): readonly string[] {
  const look = { bigint: true, throwIfNoEntry: false } as const;
  const own = numberOf(lstatSync(identityDirectory, look));
  const objects = numberOf(statSync(join(commonDirectory, 'objects'), look));
  if (objects === undefined) return own === undefined ? [] : [own];
  const written = lstatSync(join(commonDirectory, 'description'), look);
  const content = `${own ?? identityDirectory}/${objects}/${written?.ctimeNs ?? 0n}`;
  return own === undefined ? [content] : [own, content];
}

/** Number of a directory in its file system, and its birth, since numbers are reused. */
function numberOf(stats: BigIntStats | undefined): string | undefined {
  if (stats === undefined || !stats.isDirectory() || stats.ino === 0n || stats.birthtimeNs <= 0n)
    return undefined;
  return `${stats.dev}:${stats.ino}:${stats.birthtimeNs}`;
}

const longestPackedRefs = 67_108_864;
/** A ref may point at another; git follows five. */
const mostSteps = 5;

/**
 * The checked-out commit, read from git's files, because starting git takes longer than all other reads of it. Undefined in
 * an empty repository, and for refs of another format (reftable): then ask git.
 */
export function readHead({
  gitDirectory,
  commonDirectory,
}: Pick<GitDirectories, 'gitDirectory' | 'commonDirectory'>): CommitId | undefined {
  let name = 'HEAD';
  for (let step = 0; step <= mostSteps; step++) {
    const folder = name.startsWith('refs/') && !isOfWorktree(name) ? commonDirectory : gitDirectory;
    const content = readRegularFile(join(folder, name), longestPointer)?.toString('utf8').trimEnd();
    if (content === undefined) return readPackedRef(commonDirectory, name);
    if (isCommitId(content)) return content;
    const [, target] = /^ref: (refs\/[^\0]+)$/.exec(content) ?? [];
    if (target === undefined || target.split('/').includes('..')) return undefined;
    name = target;
  }
  return undefined;
}

/** Refs that each worktree has for itself. */
function isOfWorktree(name: string): boolean {
  return /^refs\/(?:bisect|worktree|rewritten)\//.test(name);
}

function readPackedRef(commonDirectory: string, name: string): CommitId | undefined {
  const packed = readRegularFile(join(commonDirectory, 'packed-refs'), longestPackedRefs)?.toString('utf8');
  if (packed === undefined) return undefined;
  const end = packed.indexOf(` ${name}\n`);
  if (end < 0) return undefined;
  const id = packed.slice(packed.lastIndexOf('\n', end) + 1, end);
  return isCommitId(id) ? id : undefined;
}
