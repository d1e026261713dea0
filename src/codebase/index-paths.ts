import type { CodeImport } from '../model/code.ts';
import { folderOf } from '../text/path-role.ts';

/** A file of the tree that an import names. */
export interface ResolvedImport {
  /** Position of the file in {@link PathIndex.paths}. */
  readonly file: number;
  /** Imported names; empty when the file itself is imported, `*` for all its names. */
  readonly names: readonly string[];
}

/** Finds the files that an import refers to; none when they are outside of the tree. */
export type ResolveImport = (file: number, imported: CodeImport) => readonly ResolvedImport[];

/** The paths of a tree, indexed for several kinds of lookup. */
export interface PathIndex {
  /** In code-unit order; a file is its position here. */
  readonly paths: readonly string[];
  find(path: string): number | undefined;
  /** Files directly in a directory; the top is the empty path. */
  inDirectory(directory: string): readonly number[];
  /** Files whose path is `suffix` or ends in `/` and `suffix`, in order. */
  withSuffix(suffix: string): readonly number[];
}

/** @param paths sorted, each once */
export function indexPaths(paths: readonly string[]): PathIndex {
  const byPath = new Map(paths.map((path, file) => [path, file]));
  const byDirectory = Map.groupBy(paths.keys(), (file) => folderOf(paths[file] ?? ''));
  const byName = Map.groupBy(paths.keys(), (file) => baseName(paths[file] ?? ''));
  return {
    paths,
    find: (path) => byPath.get(path),
    inDirectory: (directory) => byDirectory.get(directory) ?? [],
    withSuffix: (suffix) =>
      (byName.get(baseName(suffix)) ?? []).filter((file) => endsWithPath(paths[file] ?? '', suffix)),
  };
}

export function appendTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export function endsWithPath(path: string, suffix: string): boolean {
  return path.endsWith(suffix) && (path.length === suffix.length || path.at(-suffix.length - 1) === '/');
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function withoutExtension(path: string): string {
  return path.replace(/\.[^./]*$/, '');
}

export function joinPath(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('/');
}

/** A path relative to a directory, with `.` and `..` resolved; undefined when it leaves the tree. */
export function pathFrom(directory: string, relative: string): string | undefined {
  const segments = directory === '' ? [] : directory.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** The candidates nearest to a file: those with the longest common directory, then with the shortest path. */
export function nearest(index: PathIndex, file: number, candidates: readonly number[]): number | undefined {
  const from = (index.paths[file] ?? '').split('/');
  let best: number | undefined;
  let bestShared = -1;
  let bestLength = 0;
  for (const candidate of candidates) {
    const segments = (index.paths[candidate] ?? '').split('/');
    let shared = 0;
    while (shared < segments.length - 1 && segments[shared] === from[shared]) shared++;
    if (shared > bestShared || (shared === bestShared && segments.length < bestLength)) {
      best = candidate;
      bestShared = shared;
      bestLength = segments.length;
    }
  }
  return best;
}

/** Folders of a tree with the files directly in them. */
export interface FolderIndex {
  /** Files of exactly this folder; the top is the empty path. */
  filesIn(folder: string): readonly number[];
  /** Files of the folder with this path, or else of the outermost folder whose path ends with it. */
  filesBelowAny(ending: string): readonly number[];
}

/** @param accepts which files count */
export function indexFolders({ paths }: PathIndex, accepts: (path: string) => boolean): FolderIndex {
  const files = [...paths.keys()].filter((file) => accepts(paths[file] ?? ''));
  const byFolder = Map.groupBy(files, (file) => folderOf(paths[file] ?? ''));
  const byEnding = indexEndings([...byFolder.keys()]);
  const filesIn = (folder: string) => byFolder.get(folder) ?? [];
  return {
    filesIn,
    filesBelowAny: (ending) => byFolder.get(ending) ?? filesIn(byEnding.get(ending) ?? ending),
  };
}

function indexEndings(folders: readonly string[]): ReadonlyMap<string, string> {
  const byEnding = new Map<string, string>();
  const outermostFirst = folders.toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const folder of outermostFirst) {
    for (let at = folder.indexOf('/'); at >= 0; at = folder.indexOf('/', at + 1)) {
      const ending = folder.slice(at + 1);
      if (!byEnding.has(ending)) byEnding.set(ending, folder);
    }
  }
  return byEnding;
}
