import { indexFolders } from './index-folders.ts';
import {
  directoryOf,
  endsWithPath,
  nearest,
  type PathIndex,
  type ResolvedImport,
  type ResolveImport,
} from './index-paths.ts';

/** A package of more files than this says little about each: only files that something is known to be used of count. */
const largestWholePackage = 8;

/** Whether the importing file uses a name that a file defines. */
export type UsesNameOf = (importing: number, file: number) => boolean;

/** The files of an imported package that the importing file needs, as far as can be told. */
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

/** Java and its kin: a class is a file of its name in the folder of its package; a package is a folder. */
export function jvmImports(index: PathIndex, usesNameOf: UsesNameOf): ResolveImport {
  const folders = indexFolders(index, (path) => jvmExtensions.some((extension) => path.endsWith(extension)));
  return (file, { module, names }) => {
    const segments = module.split('.');
    // A nested class stands in the file of the outermost one.
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
 * C#: a namespace is whatever files declare it.
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

/** PHP: a class is a file of its name; the folders above are the end of its namespace. */
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

/** Of files, those below the longest end of a namespace; all when none are. */
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
