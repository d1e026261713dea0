import type { CommentStyle } from '../../../text/code-comments.ts';

/** A module named in an import, and the names taken from it. */
export interface ImportedModule {
  readonly module: string;
  readonly names: readonly string[];
}

/** How one language is read: what its grammar calls the things we look for, and how it spells imports. */
export interface LanguageRules {
  /**
   * Tree-sitter query. Definitions are captured whole under their kind (`@class`, `@function`, …), with `@name` and, where
   * there are any, `@bases` and `@receiver`. `@signature` is a function without a body; it counts when the file has no
   * body for it. `@scope` contains symbols without being one. `@outer` begins a definition earlier (decorators).
   * Imports are captured as whole statements, calls by the name called.
   */
  readonly query: string;
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
