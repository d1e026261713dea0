import { directoryOf, type PathIndex } from './index-paths.ts';

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
  const byFolder = Map.groupBy(files, (file) => directoryOf(paths[file] ?? ''));
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
