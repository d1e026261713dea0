import type { LanguageRules } from './language-rules.ts';

export const csharp: LanguageRules = {
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
  readImport: (statement) => {
    const name =
      /using\s+(?:static\s+|unsafe\s+)*(?:\w+\s*=\s*)?(?:global\s*::\s*)?([\w.\s]+?)\s*(?:<[^;]*)?;/.exec(
        statement,
      )?.[1];
    return name === undefined ? [] : [{ module: name.replace(/\s+/g, ''), names: [] }];
  },
};
