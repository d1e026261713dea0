/** A frame of a traceback, as it was pasted. */
export interface QuotedFrame {
  readonly path: string;
  readonly line: number;
  readonly symbol?: string;
}

/** Several views of one problem description; the file search builds its queries from them. */
export interface IssueViews {
  /** First line. */
  readonly title: string;
  /** Everything except links, version lists and the boilerplate of issue forms. */
  readonly full: string;
  /** Fences, indented lines, backticks and code-looking words. */
  readonly code: string;
  /** The text without code. */
  readonly prose: string;
  /** Paths that the text names or links to, each in its longest form. */
  readonly paths: readonly string[];
  /** Frames of tracebacks, outermost first. */
  readonly frames: readonly QuotedFrame[];
  /** Dotted names such as `django.db.models`, including those in imports. */
  readonly dottedNames: readonly string[];
}
