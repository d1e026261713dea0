import type { LanguageRules } from './language-rules.ts';

export const ruby: LanguageRules = {
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
  readImportCall: (_before, call) => {
    const [, verb, name, path] =
      /^(\w+)[ \t(]*(?::(\w+)\s*,\s*)?(?:File\.(?:expand_path|join)\(\s*)?["']([^"'\n#]+)["']/.exec(call) ??
      [];
    if (path === undefined) return [];
    // What `require_relative` names is a path from this file: it says so with a dot.
    const module = verb === 'require_relative' && !path.startsWith('.') ? `./${path}` : path;
    return [{ module, names: name === undefined ? [] : [name] }];
  },
};
