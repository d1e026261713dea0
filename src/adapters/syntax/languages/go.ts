import type { LanguageRules } from './language-rules.ts';

export const go: LanguageRules = {
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
  readImport: (statement) => {
    const module = /["`]([^"`\n]+)["`]/.exec(statement)?.[1];
    return module === undefined ? [] : [{ module, names: [] }];
  },
};
