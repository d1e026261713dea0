import type { ImportedModule, LanguageRules } from './language-rules.ts';

export const python: LanguageRules = {
  comments: 'hash',
  docstrings: true,
  query: `
    (class_definition name: (identifier) @name superclasses: (argument_list)? @bases body: (block) @body) @class
    (function_definition name: (identifier) @name body: (block) @body) @function
    (type_alias_statement left: (type (identifier) @name)) @type
    (decorated_definition definition: (_ name: (identifier) @name)) @outer
    (module (expression_statement (assignment left: (identifier) @name)) @constant)
    (module (expression_statement (assignment right: (assignment left: (identifier) @name))) @constant)
    (module [
      (if_statement (block (expression_statement (assignment left: (identifier) @name)) @constant))
      (if_statement (_ (block (expression_statement (assignment left: (identifier) @name)) @constant)))
      (try_statement (block (expression_statement (assignment left: (identifier) @name)) @constant))
      (try_statement (_ (block (expression_statement (assignment left: (identifier) @name)) @constant)))
    ])
    [(import_statement) (import_from_statement) (future_import_statement)] @import
    (call function: [(identifier) @call (attribute attribute: (identifier) @call)])
  `,
  readImport,
};

function readImport(statement: string): readonly ImportedModule[] {
  const plain = statement.replace(/#[^\n]*|[\\()]/g, ' ').trim();
  const from = /^from\s+([.\s]*[\w.]*)\s+import\s([\s\S]*)$/.exec(
    plain.replace(/^from\s*\./, 'from .').replace(/\.import\b/, '. import'),
  );
  if (from?.[1] !== undefined) {
    return [{ module: from[1].replace(/\s+/g, ''), names: importedNames(from[2] ?? '') }];
  }
  const modules = /^import\s([\s\S]*)$/.exec(plain)?.[1] ?? '';
  return importedNames(modules).map((module) => ({ module, names: [] }));
}

/** Real names of a list in which some may be given another name. */
function importedNames(list: string): readonly string[] {
  return list
    .split(',')
    .map(
      (item) =>
        item
          .trim()
          .split(/\s+as\s+/)[0]
          ?.replace(/\s+/g, '') ?? '',
    )
    .filter((name) => name !== '');
}
