import type { ImportedModule, LanguageRules } from './language-rules.ts';

/** What JavaScript and TypeScript share. */
const shared = `
  [(function_declaration name: (identifier) @name) (generator_function_declaration name: (identifier) @name)] @function
  (variable_declarator
    name: (identifier) @name
    value: [(arrow_function) (function_expression) (generator_function)]) @function
  (variable_declarator name: (identifier) @name value: (class)) @class
  (assignment_expression
    left: (member_expression property: (property_identifier) @name)
    right: [(arrow_function) (function_expression) (generator_function)]) @function
  (pair key: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function
  (method_definition name: [(property_identifier) (private_property_identifier)] @name) @function
  (export_statement declaration:
    [(lexical_declaration (variable_declarator name: (identifier) @name) @constant)
     (variable_declaration (variable_declarator name: (identifier) @name) @constant)])
  (import_statement) @import
  (export_statement source: (string)) @import
  (call_expression function: [
    (identifier) @call
    (member_expression property: [(property_identifier) (private_property_identifier)] @call)
    (import) @call])
  (new_expression constructor: [(identifier) @call (member_expression property: (property_identifier) @call)])
`;

const elements = `
  ([(jsx_opening_element name: (identifier) @call) (jsx_self_closing_element name: (identifier) @call)]
    (#match? @call "^[A-Z]"))
`;

const typescriptOnly = `
  (class_declaration name: (type_identifier) @name (class_heritage)? @bases) @class
  (abstract_class_declaration name: (type_identifier) @name (class_heritage)? @bases) @class
  (interface_declaration name: (type_identifier) @name (extends_type_clause)? @bases) @interface
  (enum_declaration name: (identifier) @name) @enum
  (type_alias_declaration name: (type_identifier) @name) @type
  [(internal_module name: (_) @name) (module name: (identifier) @name)] @module
  (public_field_definition
    name: [(property_identifier) (private_property_identifier)] @name
    value: [(arrow_function) (function_expression)]) @method
  [(function_signature name: (identifier) @name)
   (method_signature name: (property_identifier) @name)
   (abstract_method_signature name: (property_identifier) @name)] @signature
`;

const rules = {
  comments: 'slashes',
  readImport,
  importCalls: new Set(['require', 'import']),
  readImportCall,
} as const satisfies Partial<LanguageRules>;

export const javascript: LanguageRules = {
  ...rules,
  query: `
    (class_declaration name: (identifier) @name (class_heritage)? @bases) @class
    (field_definition
      property: [(property_identifier) (private_property_identifier)] @name
      value: [(arrow_function) (function_expression)]) @method
    ${shared} ${elements}`,
};

export const typescript: LanguageRules = { ...rules, query: typescriptOnly + shared };

export const tsx: LanguageRules = { ...rules, query: typescriptOnly + shared + elements };

const fromClause = /(?:\bfrom\s*|^import\s*|=\s*require\s*\(\s*)(['"])([^'"\n]*)\1/;

function readImport(statement: string): readonly ImportedModule[] {
  const plain = statement.replace(/\/\*[^*]*\*\/|\/\/[^\n'"]*$/gm, '');
  const module = fromClause.exec(plain)?.[2];
  if (module === undefined) return [];
  const list = /\{([^{}]*)\}/.exec(plain)?.[1];
  const byDefault = /^import\s+(?:type\s+)?[\w$]+\s*(?:,|from\b)/.test(plain) ? ['default'] : [];
  return [{ module, names: [...byDefault, ...listedNames(list ?? '', /\s+as\s+/)] }];
}

/** `const { a, b: c } = require('m')`, `await import('m')`. */
function readImportCall(before: string, call: string): readonly ImportedModule[] {
  const module = /^\w+\s*\(\s*(['"`])([^'"`\n$]*)\1\s*[,)]/.exec(call)?.[2];
  if (module === undefined) return [];
  const list = /\{([^{}]*)\}\s*=\s*(?:await\s*)?$/.exec(before)?.[1];
  return [{ module, names: listedNames(list ?? '', /\s*[:=]\s*/) }];
}

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
