import { indexFolders } from './index-folders.ts';
import {
  directoryOf,
  endsWithPath,
  nearest,
  type PathIndex,
  type ResolvedImport,
  type ResolveImport,
} from './index-paths.ts';

/**
 * Above this number of files, importing a package says little about each file, so only files whose names are used
 * count.
 */
const largestWholePackage = 8;

/** Whether the importing file uses a name that a file defines. */
export type UsesNameOf = (importing: number, file: number) => boolean;

/** The files of an imported package that the importing file appears to use. */
export function usedFiles(
  file: number,
  files: readonly number[],
  usesNameOf: UsesNameOf,
): readonly ResolvedImport[] {
  const others = files.filter((other) => other !== file);
  const used =
    others.length <= largestWholePackage ? others : others.filter((other) => usesNameOf(file, other));
  return used.map((other) => ({ file: other, names: [] }));
}

const jvmExtensions = ['.java', '.kt', '.kts', '.scala', '.groovy'] as const;

/** Java and other JVM languages: a package is a folder, and a class is the file of its name there. */
export function jvmImports(index: PathIndex, usesNameOf: UsesNameOf): ResolveImport {
  const folders = indexFolders(index, (path) => jvmExtensions.some((extension) => path.endsWith(extension)));
  return (file, { module, names }) => {
    const segments = module.split('.');
    // A nested class is in the file of the outermost one.
    for (let length = segments.length; length > 0; length--) {
      const path = segments.slice(0, length).join('/');
      const candidates = jvmExtensions.flatMap((extension) => index.withSuffix(path + extension));
      const found = nearest(index, file, candidates);
      if (found !== undefined)
        return [{ file: found, names: names.length > 0 ? names : segments.slice(length - 1) }];
    }
    return usedFiles(file, folders.filesBelowAny(segments.join('/')), usesNameOf);
  };
}

/**
 * C#: a namespace consists of the files that declare it.
 *
 * @param namespaces files by the namespace they declare
 */
export function namespaceImports(
  namespaces: ReadonlyMap<string, readonly number[]>,
  usesNameOf: UsesNameOf,
): ResolveImport {
  return (file, { module }) => {
    // `using static A.B.C` names a class of the namespace `A.B`.
    const outer = module.slice(0, Math.max(0, module.lastIndexOf('.')));
    return usedFiles(file, namespaces.get(module) ?? namespaces.get(outer) ?? [], usesNameOf);
  };
}

/** PHP: a class is the file of its name, and its folders match the end of its namespace. */
export function phpImports(index: PathIndex): ResolveImport {
  return (file, { module, names }) => {
    if (/\.(?:php|inc)$/.test(module)) {
      const named = nearest(index, file, index.withSuffix(module.replace(/^(?:\.\.?\/)+/, '')));
      return named === undefined ? [] : [{ file: named, names }];
    }
    const namespace = module.split('\\');
    return names.flatMap((name) => {
      const [fitting, another] = longestFit(index, index.withSuffix(`${name}.php`), namespace);
      return fitting === undefined || another !== undefined ? [] : [{ file: fitting, names: [name] }];
    });
  };
}

/** The files whose folders match the longest suffix of a namespace; all files if none match. */
function longestFit(
  index: PathIndex,
  candidates: readonly number[],
  namespace: readonly string[],
): readonly number[] {
  for (let start = 0; start < namespace.length; start++) {
    const folder = namespace.slice(start).join('/');
    const fitting = candidates.filter((file) => endsWithPath(directoryOf(index.paths[file] ?? ''), folder));
    if (fitting.length > 0) return fitting;
  }
  return candidates;
}
