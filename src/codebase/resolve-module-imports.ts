import { folderOf } from '../text/path-role.ts';
import {
  endsWithPath,
  type FolderIndex,
  indexFolders,
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

export type UsesNameOf = (importing: number, file: number) => boolean;

/** The files of an imported package that the importing file appears to use. */
function usedFiles(
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
    const fitting = candidates.filter((file) => endsWithPath(folderOf(index.paths[file] ?? ''), folder));
    if (fitting.length > 0) return fitting;
  }
  return candidates;
}

/**
 * Go: an import path is the module's path plus a folder. The module's path is in `go.mod`, which is not indexed; it is
 * inferred from the most frequent import prefix before a folder of the tree.
 * @param modules import paths of all files
 */
export function resolveGoImports(
  index: PathIndex,
  modules: Iterable<string>,
  usesNameOf: UsesNameOf,
): ResolveImport {
  const folders = indexFolders(index, (path) => path.endsWith('.go') && !path.endsWith('_test.go'));
  const own = guessModulePath(folders, modules);
  const packageFiles = (module: string): readonly number[] => {
    if (module === own) return folders.filesIn('');
    if (own !== undefined && module.startsWith(`${own}/`))
      return folders.filesIn(module.slice(own.length + 1));
    return own === undefined || hasSameOwner(module, own) ? nestedPackage(folders, module) : [];
  };
  return (file, { module }) => usedFiles(file, packageFiles(module), usesNameOf);
}

const forges: ReadonlySet<string> = new Set([
  'github.com',
  'gitlab.com',
  'bitbucket.org',
  'codeberg.org',
  'gopkg.in',
]);

/** Modules of one repository have one owner: `github.com/pkg/errors` is not the folder `pkg/errors` of another. */
function hasSameOwner(module: string, own: string): boolean {
  const [host = '', owner] = module.split('/');
  const [ownHost, ownOwner] = own.split('/');
  return host === ownHost && (!forges.has(host) || owner === ownOwner);
}

/**
 * A package of a module below the top of the tree. Needs two segments, because one, such as `errors`, could belong to
 * any module.
 */
function nestedPackage(folders: FolderIndex, module: string): readonly number[] {
  const segments = module.split('/');
  for (let start = 0; segments.length - start >= 2; start++) {
    const files = folders.filesBelowAny(segments.slice(start).join('/'));
    if (files.length > 0) return files;
  }
  return [];
}

function guessModulePath(folders: FolderIndex, modules: Iterable<string>): string | undefined {
  const votes = new Map<string, number>();
  for (const module of modules) {
    const segments = module.split('/');
    // The path of a package outside the standard library begins with a host.
    if (!segments[0]?.includes('.')) continue;
    for (let start = 1; start < segments.length; start++) {
      if (folders.filesIn(segments.slice(start).join('/')).length === 0) continue;
      const prefix = segments.slice(0, start).join('/');
      votes.set(prefix, (votes.get(prefix) ?? 0) + segments.length - start);
      break;
    }
  }
  const [best] = [...votes].sort(([a, votesA], [b, votesB]) => votesB - votesA || (a < b ? -1 : 1));
  return best?.[0];
}
