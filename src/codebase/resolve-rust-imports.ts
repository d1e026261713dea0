import { baseName, directoryOf, joinPath, type PathIndex, type ResolveImport } from './index-paths.ts';

const crateFiles = ['lib.rs', 'main.rs'] as const;

/** Rust: `mod x;`, and paths from `crate`, `self`, `super` or another crate of the tree. */
export function resolveRustImports(index: PathIndex): ResolveImport {
  const crates = indexCrates(index);
  return (file, { module, names }) => {
    const path = index.paths[file] ?? '';
    const segments = module.split('::');
    const root = startOf(path, segments, index, crates);
    if (root === undefined) return [];
    const found = findModules(index, root.folder, root.rest, names);
    if (found.length > 0) return found.filter((each) => each.file !== file);
    // The remaining names are defined in the module itself: the crate's root, or the module of `super` or `self`.
    const itself = crateFileIn(index, root.folder) ?? findModule(index, root.folder);
    return itself === undefined || itself === file ? [] : [{ file: itself, names }];
  };
}

/** The folder from which a path starts, and the rest of the path. */
function startOf(
  path: string,
  [first = '', ...rest]: readonly string[],
  index: PathIndex,
  crates: ReadonlyMap<string, string>,
): { readonly folder: string; readonly rest: readonly string[] } | undefined {
  if (first === 'crate') return { folder: crateFolder(index, path), rest };
  if (first === 'self') return { folder: moduleFolder(path), rest };
  if (first === 'super') {
    let folder = directoryOf(moduleFolder(path));
    let above = 0;
    while (rest[above] === 'super') {
      folder = directoryOf(folder);
      above++;
    }
    return { folder, rest: rest.slice(above) };
  }
  const folder = crates.get(first);
  return folder === undefined ? undefined : { folder, rest };
}

/** The deepest module of the path that is a file; the next segment is a name in that file. */
function findModules(index: PathIndex, folder: string, path: readonly string[], names: readonly string[]) {
  const submodules = names.flatMap((name) => {
    const file = findModule(index, joinPath(folder, ...path, name));
    return file === undefined ? [] : [{ file, names: [] }];
  });
  if (submodules.length > 0) return submodules;
  for (let length = path.length; length > 0; length--) {
    const file = findModule(index, joinPath(folder, ...path.slice(0, length)));
    if (file !== undefined) return [{ file, names }];
  }
  return [];
}

function findModule(index: PathIndex, path: string): number | undefined {
  return index.find(`${path}.rs`) ?? index.find(`${path}/mod.rs`);
}

/** Folder in which the modules of a file lie. */
function moduleFolder(path: string): string {
  return /^(?:mod|lib|main)\.rs$/.test(baseName(path)) ? directoryOf(path) : path.replace(/\.rs$/, '');
}

function crateFolder(index: PathIndex, path: string): string {
  let folder = directoryOf(path);
  while (folder !== '' && crateFileIn(index, folder) === undefined) folder = directoryOf(folder);
  return folder;
}

function crateFileIn(index: PathIndex, folder: string): number | undefined {
  return crateFiles.map((name) => index.find(joinPath(folder, name))).find((file) => file !== undefined);
}

/** Folder of each crate by its name, which is mostly the name of the package's folder. */
function indexCrates({ paths }: PathIndex): ReadonlyMap<string, string> {
  const crates = new Map<string, string>();
  for (const path of paths) {
    const [, folder, name] = /^((?:.*\/)?([^/]+)\/src)\/lib\.rs$/s.exec(path) ?? [];
    if (folder !== undefined && name !== undefined) crates.set(name.replaceAll('-', '_'), folder);
  }
  return crates;
}
