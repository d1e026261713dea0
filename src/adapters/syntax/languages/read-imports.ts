/** A module named in an import, and the names taken from it. */
export interface ImportedModule {
  readonly module: string;
  readonly names: readonly string[];
}

export function readPythonImports(statement: string): readonly ImportedModule[] {
  const plain = statement.replace(/#[^\n]*|[\\()]/g, ' ').trim();
  const from = /^from\s+([.\s]*[\w.]*)\s+import\s([\s\S]*)$/.exec(
    plain.replace(/^from\s*\./, 'from .').replace(/\.import\b/, '. import'),
  );
  if (from?.[1] !== undefined) {
    return [{ module: from[1].replace(/\s+/g, ''), names: pythonNames(from[2] ?? '') }];
  }
  const modules = /^import\s([\s\S]*)$/.exec(plain)?.[1] ?? '';
  return pythonNames(modules).flatMap(whole);
}

const pythonNames = (list: string) => listedNames(list, /\s+as\s+/).map((name) => name.replace(/\s+/g, ''));

const fromClause = /(?:\bfrom\s*|^import\s*|=\s*require\s*\(\s*)(['"])([^'"\n]*)\1/;

export function readScriptImports(statement: string): readonly ImportedModule[] {
  const plain = statement.replace(/\/\*[^*]*\*\/|\/\/[^\n'"]*$/gm, '');
  const module = fromClause.exec(plain)?.[2];
  if (module === undefined) return [];
  const list = /\{([^{}]*)\}/.exec(plain)?.[1];
  const byDefault = /^import\s+(?:type\s+)?[\w$]+\s*(?:,|from\b)/.test(plain) ? ['default'] : [];
  return [{ module, names: [...byDefault, ...listedNames(list ?? '', /\s+as\s+/)] }];
}

/** `const { a, b: c } = require('m')`, `await import('m')`. */
export function readScriptImportCall(before: string, call: string): readonly ImportedModule[] {
  const module = /^\w+\s*\(\s*(['"`])([^'"`\n$]*)\1\s*[,)]/.exec(call)?.[2];
  if (module === undefined) return [];
  const list = /\{([^{}]*)\}\s*=\s*(?:await\s*)?$/.exec(before)?.[1];
  return [{ module, names: listedNames(list ?? '', /\s*[:=]\s*/) }];
}

export function readGoImport(statement: string): readonly ImportedModule[] {
  const module = /["`]([^"`\n]+)["`]/.exec(statement)?.[1];
  return whole(module);
}

export function readRustImports(statement: string): readonly ImportedModule[] {
  const plain = statement.replace(/\/\/[^\n]*|\/\*[^*]*\*\//g, ' ');
  const file = /\bmod\s+(\w+)\s*;/.exec(plain)?.[1];
  if (file !== undefined) return whole(`self::${file}`);
  const crate = /\bextern\s+crate\s+(\w+)/.exec(plain)?.[1];
  if (crate !== undefined) return whole(crate);
  return readUseTree(/\buse\s+([^;]*)/.exec(plain)?.[1] ?? '');
}

/** Deeper trees are written by machines. */
const deepestTree = 20;

/** `a::{b, c::{D, self}}` names `b` of `a`, and `D` and all of `a::c`. */
function readUseTree(tree: string, prefix = '', depth = 0): readonly ImportedModule[] {
  const path = tree
    .trim()
    .replace(/\s+as\s+\w+$/, '')
    .replace(/^::/, '');
  const open = path.indexOf('{');
  if (depth > deepestTree || path === '') return [];
  if (open < 0) {
    const named = join(prefix, path.replace(/(?:^|::)self$/, ''));
    if (path === 'self' || path.endsWith('::self')) return whole(named);
    const { module, names } = splitLast(named, '::');
    return [{ module, names: names.filter((name) => name !== '*') }];
  }
  const inner = path.slice(open + 1, path.lastIndexOf('}'));
  const module = join(prefix, path.slice(0, open).replace(/::\s*$/, ''));
  return merge(splitTopLevel(inner).flatMap((part) => readUseTree(part, module, depth + 1)));
}

const join = (prefix: string, path: string) => [prefix, path.trim()].filter((part) => part !== '').join('::');

function splitTopLevel(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at < list.length; at += 1) {
    if (list[at] === '{') depth += 1;
    else if (list[at] === '}') depth -= 1;
    else if (list[at] === ',' && depth === 0) {
      parts.push(list.slice(begin, at));
      begin = at + 1;
    }
  }
  return [...parts, list.slice(begin)];
}

/** Java's imports, and Kotlin's, which end with their line or give another name. */
export function readJavaImport(statement: string): readonly ImportedModule[] {
  const [, isStatic, path, all] =
    /import\s+(static\s+)?([\w.$\s]*?)\s*(\.\s*\*)?\s*(?:;|$|\bas\b)/.exec(statement) ?? [];
  if (path === undefined) return [];
  const named = path.replace(/\s+/g, '');
  // A whole package, or all members of a class; else a class of a package, or one member of a class.
  return all !== undefined || isStatic === undefined ? whole(named) : [splitLast(named, '.')];
}

export function readIncludes(statement: string): readonly ImportedModule[] {
  const file = /^\s*#\s*\w+\s+["<]([^">\n]+)[">]/.exec(statement)?.[1];
  if (file !== undefined) return whole(file);
  const path = /^using\s+(?:namespace\s+|typename\s+)?([\w:\s]+);/.exec(statement)?.[1]?.replace(/\s+/g, '');
  return path === undefined || /^using\s+namespace\b/.test(statement) ? whole(path) : [splitLast(path, '::')];
}

export function readUsings(statement: string): readonly ImportedModule[] {
  const name =
    /using\s+(?:static\s+|unsafe\s+)*(?:\w+\s*=\s*)?(?:global\s*::\s*)?([\w.\s]+?)\s*(?:<[^;]*)?;/.exec(
      statement,
    )?.[1];
  return whole(name?.replace(/\s+/g, ''));
}

export function readRubyRequire(_before: string, call: string): readonly ImportedModule[] {
  const [, verb, name, path] =
    /^(\w+)[ \t(]*(?::(\w+)\s*,\s*)?(?:File\.(?:expand_path|join)\(\s*)?["']([^"'\n#]+)["']/.exec(call) ?? [];
  if (path === undefined) return [];
  // The name in `require_relative` is a path from this file: it says so with a dot.
  const module = verb === 'require_relative' && !path.startsWith('.') ? `./${path}` : path;
  return [{ module, names: name === undefined ? [] : [name] }];
}

export function readPhpImports(statement: string): readonly ImportedModule[] {
  const file = /^\s*(?:require|include)(?:_once)?\b[^'"]*['"]([^'"\n]+)['"]/i.exec(statement)?.[1];
  if (file !== undefined) return whole(file.replace(/^\/+/, ''));
  const list = /^\s*use\s+(?:(?:function|const)\s+)?([^;]*)/i.exec(statement)?.[1] ?? '';
  const group = /^([^{]*?)\\?\s*\{([^}]*)\}/.exec(list);
  return group === null ? readPhpList(list, '') : readPhpList(group[2] ?? '', `${group[1]?.trim()}\\`);
}

/** `A\B\C` is the name `C` of the namespace `A\B`. */
function readPhpList(list: string, prefix: string): readonly ImportedModule[] {
  const modules = list.split(',').flatMap((item) => {
    const path = item
      .trim()
      .replace(/\s+as\s+\w+$/i, '')
      .replace(/^(?:function|const)\s+/i, '');
    return path === '' ? [] : [splitLast((prefix + path).replace(/^\\/, ''), '\\')];
  });
  return merge(modules);
}

function whole(module: string | undefined): readonly ImportedModule[] {
  return module === undefined ? [] : [{ module, names: [] }];
}

/** Splits the last name of a path from the part before it. */
function splitLast(path: string, separator: string): ImportedModule {
  const at = path.lastIndexOf(separator);
  return at < 0
    ? { module: path, names: [] }
    : { module: path.slice(0, at), names: [path.slice(at + separator.length)] };
}

/** Names taken from one module stand together. */
function merge(modules: readonly ImportedModule[]): readonly ImportedModule[] {
  const byModule = Map.groupBy(modules, ({ module }) => module);
  return [...byModule].map(([module, same]) => ({ module, names: same.flatMap(({ names }) => names) }));
}

/** Real names of a list in which some are given another name. */
function listedNames(list: string, renaming: RegExp): readonly string[] {
  return list
    .split(',')
    .map(
      (item) =>
        item
          .trim()
          .replace(/^type\s+(?!as\b)/, '')
          .split(renaming)[0] ?? '',
    )
    .filter((name) => name !== '' && !name.startsWith('...'));
}
