import type { SyntaxLanguage } from '../../../model/code.ts';
import type { CommentStyle } from '../../../text/code-comments.ts';
import {
  type ImportedModule,
  readGoImport,
  readIncludes,
  readJavaImport,
  readPhpImports,
  readPythonImports,
  readRubyRequire,
  readRustImports,
  readScriptImportCall,
  readScriptImports,
  readUsings,
} from './read-imports.ts';

/** The rules of one language: its grammar's names for the parts we look for, and its spelling of imports. */
export interface LanguageRules {
  /**
   * Tree-sitter query. Definitions are captured whole under their kind (`@class`, `@function`, …), with `@name` and, where
   * there are any, `@bases` and `@receiver`. `@signature` is a function without a body; it counts when the file has no
   * body for it. `@scope` contains symbols without being one. `@outer` begins a definition earlier (decorators).
   * Imports are captured as whole statements, calls by the name called.
   */
  readonly query: string;
  /**
   * Patterns that begin at the root, of the same captures; they and those of `query` find no name in common. In `query` each
   * would be held open, and compared with every node, until the file ends.
   */
  readonly rootQuery?: string;
  readonly comments: CommentStyle;
  /** A string at the start of a body documents it. Captured as `@body`. */
  readonly docstrings?: true;
  /** Functions in a module are its methods. */
  readonly modulesHaveMethods?: true;
  /** Modules that one import statement, as written, brings in. */
  readonly readImport: (statement: string) => readonly ImportedModule[];
  /** Functions whose call is an import, such as `require`. */
  readonly importCalls?: ReadonlySet<string>;
  /** Modules that a call of one of them brings in, from the text before the name called and from it on. */
  readonly readImportCall?: (before: string, call: string) => readonly ImportedModule[];
}

const python: LanguageRules = {
  comments: 'hash',
  docstrings: true,
  query: `
    (class_definition name: (identifier) @name superclasses: (argument_list)? @bases body: (block) @body) @class
    (function_definition name: (identifier) @name body: (block) @body) @function
    (type_alias_statement left: (type (identifier) @name)) @type
    (decorated_definition definition: (_ name: (identifier) @name)) @outer
    [(import_statement) (import_from_statement) (future_import_statement)] @import
    (call function: [(identifier) @call (attribute attribute: (identifier) @call)])
  `,
  rootQuery: `
    (module (expression_statement (assignment left: (identifier) @name)) @constant)
    (module (expression_statement (assignment right: (assignment left: (identifier) @name))) @constant)
    (module [
      (if_statement (block (expression_statement (assignment left: (identifier) @name)) @constant))
      (if_statement (_ (block (expression_statement (assignment left: (identifier) @name)) @constant)))
      (try_statement (block (expression_statement (assignment left: (identifier) @name)) @constant))
      (try_statement (_ (block (expression_statement (assignment left: (identifier) @name)) @constant)))
    ])
  `,
  readImport: readPythonImports,
};

/** Patterns that JavaScript and TypeScript share. */
const script = `
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

const scriptRules = {
  comments: 'slashes',
  readImport: readScriptImports,
  importCalls: new Set(['require', 'import']),
  readImportCall: readScriptImportCall,
} as const satisfies Partial<LanguageRules>;

const javascript: LanguageRules = {
  ...scriptRules,
  query: `
    (class_declaration name: (identifier) @name (class_heritage)? @bases) @class
    (field_definition
      property: [(property_identifier) (private_property_identifier)] @name
      value: [(arrow_function) (function_expression)]) @method
    ${script} ${elements}`,
};

const typescript: LanguageRules = { ...scriptRules, query: typescriptOnly + script };

const tsx: LanguageRules = { ...scriptRules, query: typescriptOnly + script + elements };

const go: LanguageRules = {
  comments: 'slashes',
  query: `
    (function_declaration name: (identifier) @name) @function
    (method_declaration receiver: (parameter_list) @receiver name: (field_identifier) @name) @method
    (type_spec name: (type_identifier) @name type: (struct_type)) @class
    (type_spec name: (type_identifier) @name type: (interface_type)) @interface
    (type_spec name: (type_identifier) @name) @type
    (type_alias name: (type_identifier) @name) @type
    (method_elem name: (field_identifier) @name) @signature
    (const_spec (identifier) @name) @constant
    (var_spec (identifier) @name) @constant
    (import_spec) @import
    (call_expression function: [
      (identifier) @call
      (selector_expression field: (field_identifier) @call)
      (type_instantiation_expression type: (_) @call)])
  `,
  readImport: readGoImport,
};

const rust: LanguageRules = {
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
  readImport: readRustImports,
};

const java: LanguageRules = {
  comments: 'slashes',
  query: `
    (class_declaration name: (identifier) @name superclass: (_)? @bases interfaces: (_)? @bases) @class
    (record_declaration name: (identifier) @name interfaces: (_)? @bases) @class
    (interface_declaration name: (identifier) @name (extends_interfaces)? @bases) @interface
    (annotation_type_declaration name: (identifier) @name) @interface
    (enum_declaration name: (identifier) @name interfaces: (_)? @bases) @enum
    (method_declaration name: (identifier) @name) @method
    (constructor_declaration name: (identifier) @name) @method
    (compact_constructor_declaration name: (identifier) @name) @method
    (field_declaration (modifiers "static" "final") declarator: (variable_declarator name: (identifier) @name)) @constant
    (field_declaration (modifiers "final" "static") declarator: (variable_declarator name: (identifier) @name)) @constant
    (constant_declaration declarator: (variable_declarator name: (identifier) @name)) @constant
    (import_declaration) @import
    (method_invocation name: (identifier) @call)
    (object_creation_expression type: [
      (type_identifier) @call
      (generic_type . (type_identifier) @call)
      (scoped_type_identifier (type_identifier) @call .)])
  `,
  readImport: readJavaImport,
};

const kotlinBases = `(delegation_specifiers
  (delegation_specifier [(user_type) @bases (constructor_invocation (user_type) @bases) (explicit_delegation (user_type) @bases)]))?`;

const kotlin: LanguageRules = {
  comments: 'slashes',
  query: `
    (class_declaration "interface" name: (identifier) @name ${kotlinBases}) @interface
    (class_declaration (modifiers (class_modifier "enum")) name: (identifier) @name ${kotlinBases}) @enum
    (class_declaration name: (identifier) @name ${kotlinBases}) @class
    [(object_declaration name: (identifier) @name ${kotlinBases})
     (companion_object name: (identifier) @name ${kotlinBases})] @class
    (type_alias type: (identifier) @name) @type
    (function_declaration name: (identifier) @name) @function
    (class_body (property_declaration
      (modifiers (property_modifier "const")) (variable_declaration . (identifier) @name)) @constant)
    (import) @import
    (call_expression . [(identifier) @call (navigation_expression (identifier) @call .)])
  `,
  rootQuery: '(source_file (property_declaration (variable_declaration . (identifier) @name)) @constant)',
  readImport: readJavaImport,
};

/** A function's name stands below the pointers and references that its result is behind. */
const functionName = (name: string) => `[
  (function_declarator declarator: ${name})
  (pointer_declarator (function_declarator declarator: ${name}))
  (pointer_declarator (pointer_declarator (function_declarator declarator: ${name})))
]`;

const cShared = `
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

const cRules = { comments: 'slashes', readImport: readIncludes } as const satisfies Partial<LanguageRules>;

const c: LanguageRules = {
  ...cRules,
  query:
    cShared +
    ['translation_unit', 'preproc_ifdef', 'preproc_if', 'linkage_specification'].map(globals).join(''),
};

const cpp: LanguageRules = {
  ...cRules,
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
    ${cShared}
    ${['translation_unit', 'declaration_list', 'preproc_ifdef', 'preproc_if'].map(globals).join('')}
    (using_declaration) @import
    (call_expression function: [
      (qualified_identifier) @call
      (template_function name: (identifier) @call)
      (field_expression field: (template_method name: (field_identifier) @call))])
    (new_expression type: [(type_identifier) @call (qualified_identifier) @call (template_type name: (type_identifier) @call)])
  `,
};

const csharp: LanguageRules = {
  comments: 'slashes',
  query: `
    (class_declaration name: (identifier) @name (base_list)? @bases) @class
    (struct_declaration name: (identifier) @name (base_list)? @bases) @class
    (record_declaration name: (identifier) @name (base_list)? @bases) @class
    (interface_declaration name: (identifier) @name (base_list)? @bases) @interface
    (enum_declaration name: (identifier) @name) @enum
    (delegate_declaration name: (identifier) @name) @type
    (namespace_declaration name: (_) @name) @module
    (file_scoped_namespace_declaration name: (_) @name) @module
    (method_declaration name: (identifier) @name) @method
    (constructor_declaration name: (identifier) @name) @method
    (local_function_statement name: (identifier) @name) @function
    (field_declaration (modifier "const")
      (variable_declaration (variable_declarator name: (identifier) @name))) @constant
    (field_declaration (modifier "static") (modifier "readonly")
      (variable_declaration (variable_declarator name: (identifier) @name))) @constant
    (using_directive) @import
    (invocation_expression function: [
      (identifier) @call
      (generic_name (identifier) @call)
      (member_access_expression name: [(identifier) @call (generic_name (identifier) @call)])
      (conditional_access_expression (member_binding_expression name: (identifier) @call))])
    (object_creation_expression type: [
      (identifier) @call
      (generic_name (identifier) @call)
      (qualified_name name: (identifier) @call)])
  `,
  readImport: readUsings,
};

const ruby: LanguageRules = {
  comments: 'hash',
  modulesHaveMethods: true,
  query: `
    (class name: (_) @name superclass: (_)? @bases) @class
    (module name: (_) @name) @module
    (method name: (_) @name) @function
    (singleton_method name: (_) @name) @function
    (alias name: (_) @name) @method
    (assignment left: (constant) @name) @constant
    (call method: [(identifier) (constant)] @call)
  `,
  readImport: () => [],
  importCalls: new Set(['require', 'require_relative', 'load', 'autoload']),
  readImportCall: readRubyRequire,
};

const php: LanguageRules = {
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
  readImport: readPhpImports,
};

export const languages: Readonly<Record<SyntaxLanguage, LanguageRules>> = {
  python,
  typescript,
  tsx,
  javascript,
  go,
  rust,
  java,
  kotlin,
  c,
  cpp,
  csharp,
  ruby,
  php,
};
