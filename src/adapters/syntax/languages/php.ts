import type { ImportedModule, LanguageRules } from './language-rules.ts';

export const php: LanguageRules = {
  comments: 'both',
  query: `
    (class_declaration name: (name) @name (base_clause)? @bases (class_interface_clause)? @bases) @class
    (trait_declaration name: (name) @name) @class
    (interface_declaration name: (name) @name (base_clause)? @bases) @interface
    (enum_declaration name: (name) @name (class_interface_clause)? @bases) @enum
    (namespace_definition name: (namespace_name) @name body: (_)) @module
    (function_definition name: (name) @name) @function
    (method_declaration name: (name) @name) @method
    (const_declaration (const_element . (name) @name)) @constant
    (namespace_use_declaration) @import
    [(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import
    (function_call_expression function: [(name) (qualified_name)] @call)
    (member_call_expression name: (name) @call)
    (nullsafe_member_call_expression name: (name) @call)
    (scoped_call_expression name: (name) @call)
    (object_creation_expression [(name) (qualified_name)] @call)
  `,
  readImport: (statement) => {
    const file = /^\s*(?:require|include)(?:_once)?\b[^'"]*['"]([^'"\n]+)['"]/i.exec(statement)?.[1];
    if (file !== undefined) return [{ module: file.replace(/^\/+/, ''), names: [] }];
    const list = /^\s*use\s+(?:(?:function|const)\s+)?([^;]*)/i.exec(statement)?.[1] ?? '';
    const group = /^([^{]*?)\\?\s*\{([^}]*)\}/.exec(list);
    return group === null ? readList(list, '') : readList(group[2] ?? '', `${group[1]?.trim()}\\`);
  },
};

/** `A\B\C` is the name `C` of the namespace `A\B`. */
function readList(list: string, prefix: string): readonly ImportedModule[] {
  const byModule = new Map<string, string[]>();
  for (const item of list.split(',')) {
    const path = item
      .trim()
      .replace(/\s+as\s+\w+$/i, '')
      .replace(/^(?:function|const)\s+/i, '');
    if (path === '') continue;
    const whole = (prefix + path).replace(/^\\/, '');
    const at = whole.lastIndexOf('\\');
    const module = at < 0 ? whole : whole.slice(0, at);
    byModule.set(module, [...(byModule.get(module) ?? []), ...(at < 0 ? [] : [whole.slice(at + 1)])]);
  }
  return [...byModule].map(([module, names]) => ({ module, names }));
}
