import type { ImportedModule, LanguageRules } from './language-rules.ts';

/** A function's name stands below the pointers and references that its result is behind. */
const functionName = (name: string) => `[
  (function_declarator declarator: ${name})
  (pointer_declarator (function_declarator declarator: ${name}))
  (pointer_declarator (pointer_declarator (function_declarator declarator: ${name})))
]`;

const shared = `
  (function_definition declarator: ${functionName('(_) @name')}) @function
  (declaration declarator: ${functionName('(identifier) @name')}) @signature
  (struct_specifier name: (type_identifier) @name body: (_)) @class
  (union_specifier name: (type_identifier) @name body: (_)) @class
  (enum_specifier name: (type_identifier) @name body: (_)) @enum
  (type_definition declarator: [
    (type_identifier) @name
    (pointer_declarator (type_identifier) @name)
    (function_declarator (parenthesized_declarator (pointer_declarator (type_identifier) @name)))
    (array_declarator (type_identifier) @name)]) @type
  (preproc_def name: (identifier) @name) @constant
  (preproc_function_def name: (identifier) @name) @function
  (preproc_include) @import
  (call_expression function: [(identifier) @call (field_expression field: (field_identifier) @call)])
`;

/** Variables of the file or of a namespace; those of functions are left out later. */
const globals = (place: string) => `
  (${place} (declaration declarator: [
    (identifier) @name
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator [(identifier) @name (array_declarator (identifier) @name)])
      (array_declarator (identifier) @name)
      (array_declarator (array_declarator (identifier) @name))])
    (array_declarator (identifier) @name)
    (pointer_declarator (identifier) @name)]) @constant)
`;

const rules = { comments: 'slashes', readImport } as const satisfies Partial<LanguageRules>;

export const c: LanguageRules = {
  ...rules,
  query:
    shared +
    ['translation_unit', 'preproc_ifdef', 'preproc_if', 'linkage_specification'].map(globals).join(''),
};

export const cpp: LanguageRules = {
  ...rules,
  query: `
    (class_specifier name: (_) @name (base_class_clause)? @bases body: (_)) @class
    (struct_specifier name: (_) @name (base_class_clause) @bases body: (_)) @class
    (namespace_definition name: (_) @name) @module
    (alias_declaration name: (type_identifier) @name) @type
    (concept_definition name: (identifier) @name) @type
    (function_definition declarator: (reference_declarator (function_declarator declarator: (_) @name))) @function
    (function_definition declarator: (operator_cast) @name) @function
    (field_declaration declarator: ${functionName('(field_identifier) @name')}) @signature
    (field_declaration declarator: (reference_declarator (function_declarator declarator: (field_identifier) @name))) @signature
    ${shared}
    ${['translation_unit', 'declaration_list', 'preproc_ifdef', 'preproc_if'].map(globals).join('')}
    (using_declaration) @import
    (call_expression function: [
      (qualified_identifier) @call
      (template_function name: (identifier) @call)
      (field_expression field: (template_method name: (field_identifier) @call))])
    (new_expression type: [(type_identifier) @call (qualified_identifier) @call (template_type name: (type_identifier) @call)])
  `,
};

function readImport(statement: string): readonly ImportedModule[] {
  const file = /^\s*#\s*\w+\s+["<]([^">\n]+)[">]/.exec(statement)?.[1];
  if (file !== undefined) return [{ module: file, names: [] }];
  const path = /^using\s+(?:namespace\s+|typename\s+)?([\w:\s]+);/.exec(statement)?.[1]?.replace(/\s+/g, '');
  if (path === undefined) return [];
  const at = path.lastIndexOf('::');
  return /^using\s+namespace\b/.test(statement) || at < 0
    ? [{ module: path, names: [] }]
    : [{ module: path.slice(0, at), names: [path.slice(at + 2)] }];
}
