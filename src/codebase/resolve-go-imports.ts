import { type FolderIndex, indexFolders } from './index-folders.ts';
import type { PathIndex, ResolveImport } from './index-paths.ts';
import { type UsesNameOf, usedFiles } from './resolve-package-imports.ts';

/**
 * Go: an import path is the module's path plus a folder. The module's path is in `go.mod`, which is not indexed; it is
 * inferred from the most frequent import prefix before a folder of the tree.
 *
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
