import { join } from 'node:path';
import type { RepositoryLocation } from '../../model/repository.ts';
import type { GitPlace } from './git.ts';
import type { GitShim } from './git-shim.ts';
import type { GitDirectories } from './locate-git-directory.ts';

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

/** The same with the index of a worktree: what is staged there, compared and listed under the shim's empty config. */
export function indexPlace(shim: GitShim, location: RepositoryLocation, indexFile: string): GitPlace {
  const place = objectPlace(shim, location);
  return { ...place, variables: { ...place.variables, GIT_INDEX_FILE: indexFile } };
}

/** Where a shallow clone keeps the commits its history ends at. */
function shallowFileOf(location: RepositoryLocation): string | undefined {
  return location.shallow ? join(location.commonDirectory, 'shallow') : undefined;
}

/** In git's C-style quotes a path may hold what separates a list of paths (`:`), or a line break. */
function quotePath(path: string): string {
  const escaped = path
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t');
  return `"${escaped}"`;
}
