import type { LanguageRules } from './language-rules.ts';

export const java: LanguageRules = {
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
  readImport: (statement) => {
    const [, isStatic, path, all] =
      /import\s+(static\s+)?([\w.$\s]*?)\s*(\.\s*\*)?\s*;/.exec(statement) ?? [];
    if (path === undefined) return [];
    const whole = path.replace(/\s+/g, '');
    const at = whole.lastIndexOf('.');
    // A whole package, or all members of a class; else a class of a package, or one member of a class.
    if (all !== undefined || at < 0) return [{ module: whole, names: [] }];
    return isStatic === undefined
      ? [{ module: whole, names: [] }]
      : [{ module: whole.slice(0, at), names: [whole.slice(at + 1)] }];
  },
};
