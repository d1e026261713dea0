import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RepositoryLocation } from '../../model/repository.ts';
import type { GitPlace } from './git.ts';
import type { GitDirectories } from './git-directory.ts';

/**
 * A git directory of our own that holds nothing: its config names no program, its refs replace no object. Git is pointed
 * at it and reads the real repository's objects as "alternates", so that no config, attribute or hook of the repository
 * is ever in force. It does not depend on the repository and is shared by all processes of a home.
 */
type GitShim = (objectFormat: 'sha1' | 'sha256') => string;

const head = 'ref: refs/heads/none\n';
const configs = {
  sha1: '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
  sha256: '[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n',
} as const;
const entries = 'HEAD,config,objects,refs';

/** Shims below `directory`, or below a temporary folder of this process where `directory` is read-only. */
export function openGitShim(directory: string): GitShim {
  const preferred = resolve(directory);
  let root = preferred;
  return (objectFormat) => {
    try {
      return ensureShim(root, objectFormat);
    } catch (fault) {
      if (root !== preferred) throw fault;
      root = temporaryDirectory();
      return ensureShim(root, objectFormat);
    }
  };
}

/** Finds the shim whole, or puts a whole one in its place. Safe in many processes at once: a rename decides. */
function ensureShim(root: string, objectFormat: keyof typeof configs): string {
  const shim = join(root, objectFormat);
  if (isWhole(shim, objectFormat)) return shim;
  // Made before anything else of the home, and with it the home itself.
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const fresh = mkdtempSync(join(root, '.new-'));
  try {
    build(fresh, objectFormat);
    if (!moveInto(fresh, shim) && !isWhole(shim, objectFormat)) replace(fresh, shim);
    if (!isWhole(shim, objectFormat)) throw new Error(`cannot make ${shim} whole`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return shim;
}

function build(shim: string, objectFormat: keyof typeof configs): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(shim, name), { mode: 0o700 });
  writeFileSync(join(shim, 'HEAD'), head, { mode: 0o600 });
  writeFileSync(join(shim, 'config'), configs[objectFormat], { mode: 0o600 });
}

function isWhole(shim: string, objectFormat: keyof typeof configs): boolean {
  try {
    return (
      readdirSync(shim).sort().join() === entries &&
      readdirSync(join(shim, 'objects')).length === 0 &&
      readdirSync(join(shim, 'refs')).length === 0 &&
      ['HEAD', 'config'].every((name) => lstatSync(join(shim, name)).isFile()) &&
      readFileSync(join(shim, 'HEAD'), 'utf8') === head &&
      readFileSync(join(shim, 'config'), 'utf8') === configs[objectFormat]
    );
  } catch {
    return false;
  }
}

/** False when something is there already: a rename replaces no folder that holds anything. */
function moveInto(fresh: string, shim: string): boolean {
  try {
    renameSync(fresh, shim);
    return true;
  } catch {
    return false;
  }
}

/** Puts a damaged shim away first. When another process was quicker its shim is as good as ours. */
function replace(fresh: string, shim: string): void {
  const damaged = `${fresh}-damaged`;
  moveInto(shim, damaged);
  moveInto(fresh, shim);
  rmSync(damaged, { recursive: true, force: true });
}

/** One for the whole process, gone when it ends. */
function temporaryDirectory(): string {
  if (temporary !== undefined) return temporary;
  const directory = mkdtempSync(join(tmpdir(), 'afterwit-git-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  temporary = directory;
  return directory;
}

let temporary: string | undefined;

/**
 * The real repository with its config. Only for commands that run no programs and read no objects: `rev-parse` and
 * `symbolic-ref` of HEAD, and `for-each-ref`. Naming the directory also avoids git's ownership check.
 */
export function realPlace(shim: GitShim, directories: GitDirectories): GitPlace {
  // Not inside the repository: Windows would look for git.exe there first.
  return {
    workingDirectory: shim('sha1'),
    remake: () => void shim('sha1'),
    variables: { GIT_DIR: directories.gitDirectory },
    repository: directories.commonDirectory,
  };
}

/** The repository's objects and nothing else of it, seen through the shim. */
export function objectPlace(shim: GitShim, location: RepositoryLocation): GitPlace {
  const directory = shim(location.objectFormat);
  const shallowFile = shallowFileOf(location);
  return {
    workingDirectory: directory,
    remake: () => void shim(location.objectFormat),
    repository: location.commonDirectory,
    variables: {
      GIT_DIR: directory,
      GIT_ALTERNATE_OBJECT_DIRECTORIES: quotePath(join(location.commonDirectory, 'objects')),
      ...(shallowFile === undefined ? {} : { GIT_SHALLOW_FILE: shallowFile }),
    },
  };
}

/**
 * The same with a worktree and its index. A file counts as untouched by its size and the seconds of its time, as in a
 * copied clone nothing else is as it was noted.
 */
export function indexPlace(shim: GitShim, location: RepositoryLocation, indexFile: string): GitPlace {
  const place = objectPlace(shim, location);
  return {
    ...place,
    // Git may read `.gitattributes` of the working tree there.
    repository: location.worktree ?? place.repository,
    variables: {
      ...place.variables,
      GIT_INDEX_FILE: indexFile,
      ...(location.worktree === undefined ? {} : { GIT_WORK_TREE: location.worktree }),
      ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'core.checkStat', GIT_CONFIG_VALUE_0: 'minimal' },
      ...{ GIT_CONFIG_KEY_1: 'core.trustctime', GIT_CONFIG_VALUE_1: 'false' },
    },
  };
}

/** Where a shallow clone keeps the commits its history ends at. */
function shallowFileOf(location: RepositoryLocation): string | undefined {
  return location.shallow ? join(location.commonDirectory, 'shallow') : undefined;
}

/** In git's C-style quotes a path may hold the separator of a list of paths (`:`), or a line break. */
function quotePath(path: string): string {
  const escaped = path
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
  return `"${escaped}"`;
}
