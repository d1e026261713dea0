import { directoryOf, nearest, type PathIndex, pathFrom, type ResolveImport } from './index-paths.ts';

/**
 * Imports that name a file: `#include`, `require`. Tried relative to the importing file first, then by path suffix; the
 * nearest of several wins.
 *
 * @param extension added when the import has none, such as `.rb`
 */
export function resolveIncludedFiles(index: PathIndex, extension = ''): ResolveImport {
  return (file, { module, names }) => {
    const named = extension === '' || module.endsWith(extension) ? module : module + extension;
    const local = pathFrom(directoryOf(index.paths[file] ?? ''), named);
    const besides = local === undefined ? undefined : index.find(local);
    const found =
      besides ?? (named.startsWith('.') ? undefined : nearest(index, file, index.withSuffix(named)));
    return found === undefined || found === file ? [] : [{ file: found, names }];
  };
}
