import { folderOf } from '../text/path-role.ts';
import {
  appendTo,
  baseName,
  joinPath,
  nearest,
  type PathIndex,
  type ResolvedImport,
  type ResolveImport,
} from './index-paths.ts';

const pythonFile = /\.(?:py|pyi|pyx|pxd)$/;
/** Folders that contain packages without being packages. */
const sourceRoots: ReadonlySet<string> = new Set(['src', 'lib', 'python']);
const extensions = ['.py', '.pyi', '.pyx', '.pxd'] as const;

/**
 * Python: a dotted module is resolved from the folder of its outermost package (the first without `__init__.py`), from
 * the top of the repository or from a source root; a relative one from the importing file's package.
 */
export function resolvePythonImports(index: PathIndex): ResolveImport {
  const modules = indexModules(index);
  return (file, { module, names }) => {
    const [, dots = '', dotted = ''] = /^(\.*)(.*)$/s.exec(module) ?? [];
    const base = dots === '' ? '' : packageAbove(index.paths[file] ?? '', dots.length);
    if (base === undefined) return [];
    const find =
      dots === ''
        ? (name: string) => nearest(index, file, modules.get(name) ?? [])
        : (name: string) => findModule(index, joinPath(base, name.replaceAll('.', '/')));
    return resolveNames(find, dotted, names);
  };
}

/** A name imported from a package is one of its modules, or else a definition in its `__init__.py`. */
function resolveNames(
  find: (dotted: string) => number | undefined,
  module: string,
  names: readonly string[],
): readonly ResolvedImport[] {
  const whole = find(module);
  if (names.length === 0) return whole === undefined ? [] : [{ file: whole, names }];
  const resolved: ResolvedImport[] = [];
  const defined: string[] = [];
  for (const name of names) {
    const submodule = name === '*' ? undefined : find(module === '' ? name : `${module}.${name}`);
    if (submodule === undefined) defined.push(name);
    else resolved.push({ file: submodule, names: [] });
  }
  return whole === undefined || defined.length === 0
    ? resolved
    : [{ file: whole, names: defined }, ...resolved];
}

function findModule(index: PathIndex, path: string): number | undefined {
  const candidates = extensions.flatMap((extension) => [
    ...(path === '' ? [] : [`${path}${extension}`]),
    joinPath(path, `__init__${extension}`),
  ]);
  return candidates.map((candidate) => index.find(candidate)).find((file) => file !== undefined);
}

/** Folder of the package that a number of leading dots refers to; undefined above the top. */
function packageAbove(path: string, dots: number): string | undefined {
  const segments = path.split('/').slice(0, -1);
  return segments.length < dots - 1 ? undefined : segments.slice(0, segments.length - dots + 1).join('/');
}

function indexModules({ paths }: PathIndex): ReadonlyMap<string, readonly number[]> {
  const packages = new Set(paths.filter((path) => /^__init__\.pyi?$/.test(baseName(path))).map(folderOf));
  const modules = new Map<string, number[]>();
  for (const [file, path] of paths.entries()) {
    if (!pythonFile.test(path)) continue;
    const segments = path.replace(pythonFile, '').split('/');
    const starts = moduleStarts(segments, packages);
    if (segments.at(-1) === '__init__') segments.pop();
    for (const start of starts) {
      const name = segments.slice(start).join('.');
      appendTo(modules, name, file);
    }
  }
  return modules;
}

/** Segments at which the dotted name of a module may begin. */
function moduleStarts(segments: readonly string[], packages: ReadonlySet<string>): ReadonlySet<number> {
  let start = segments.length - 1;
  while (start > 0 && packages.has(segments.slice(0, start).join('/'))) start--;
  const starts = new Set([0, start]);
  for (const [position, segment] of segments.slice(0, -1).entries()) {
    if (position < start && sourceRoots.has(segment)) starts.add(position + 1);
  }
  return starts;
}

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
    const itself = crateFileIn(index, root.folder) ?? findRustModule(index, root.folder);
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
    let folder = folderOf(moduleFolder(path));
    let above = 0;
    while (rest[above] === 'super') {
      folder = folderOf(folder);
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
    const file = findRustModule(index, joinPath(folder, ...path, name));
    return file === undefined ? [] : [{ file, names: [] }];
  });
  if (submodules.length > 0) return submodules;
  for (let length = path.length; length > 0; length--) {
    const file = findRustModule(index, joinPath(folder, ...path.slice(0, length)));
    if (file !== undefined) return [{ file, names }];
  }
  return [];
}

function findRustModule(index: PathIndex, path: string): number | undefined {
  return index.find(`${path}.rs`) ?? index.find(`${path}/mod.rs`);
}

/** Folder in which the modules of a file lie. */
function moduleFolder(path: string): string {
  return /^(?:mod|lib|main)\.rs$/.test(baseName(path)) ? folderOf(path) : path.replace(/\.rs$/, '');
}

function crateFolder(index: PathIndex, path: string): string {
  let folder = folderOf(path);
  while (folder !== '' && crateFileIn(index, folder) === undefined) folder = folderOf(folder);
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
