import type { ImportedModule, LanguageRules } from './language-rules.ts';

export const rust: LanguageRules = {
  comments: 'slashes',
  query: `
    [(struct_item name: (type_identifier) @name) (union_item name: (type_identifier) @name)] @class
    (enum_item name: (type_identifier) @name) @enum
    (trait_item name: (type_identifier) @name bounds: (trait_bounds)? @bases) @interface
    (type_item name: (type_identifier) @name) @type
    (mod_item name: (identifier) @name body: (_)) @module
    (impl_item type: (_) @name) @scope
    (function_item name: (identifier) @name) @function
    (macro_definition name: (identifier) @name) @function
    (function_signature_item name: (identifier) @name) @signature
    [(const_item name: (identifier) @name) (static_item name: (identifier) @name)] @constant
    [(use_declaration) (extern_crate_declaration)] @import
    (mod_item name: (identifier) !body) @import
    (call_expression function: [
      (identifier) @call
      (field_expression field: (field_identifier) @call)
      (scoped_identifier name: (identifier) @call)
      (generic_function function: [
        (identifier) @call
        (field_expression field: (field_identifier) @call)
        (scoped_identifier name: (identifier) @call)])])
    (macro_invocation macro: [(identifier) @call (scoped_identifier name: (identifier) @call)])
  `,
  readImport: (statement) => {
    const plain = statement.replace(/\/\/[^\n]*|\/\*[^*]*\*\//g, ' ');
    const file = /\bmod\s+(\w+)\s*;/.exec(plain)?.[1];
    if (file !== undefined) return [{ module: `self::${file}`, names: [] }];
    const crate = /\bextern\s+crate\s+(\w+)/.exec(plain)?.[1];
    if (crate !== undefined) return [{ module: crate, names: [] }];
    return readUseTree(/\buse\s+([^;]*)/.exec(plain)?.[1] ?? '');
  },
};

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
    const whole = join(prefix, path.replace(/(?:^|::)self$/, ''));
    if (path === 'self' || path.endsWith('::self')) return [{ module: whole, names: [] }];
    const at = whole.lastIndexOf('::');
    if (at < 0) return [{ module: whole, names: [] }];
    const name = whole.slice(at + 2);
    return [{ module: whole.slice(0, at), names: name === '*' ? [] : [name] }];
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

/** Names taken from one module stand together. */
function merge(modules: readonly ImportedModule[]): readonly ImportedModule[] {
  const byModule = new Map<string, string[]>();
  for (const { module, names } of modules) byModule.set(module, [...(byModule.get(module) ?? []), ...names]);
  return [...byModule].map(([module, names]) => ({ module, names }));
}
