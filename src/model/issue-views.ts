/** A frame of a traceback, as it was pasted. */
export interface QuotedFrame {
  readonly path: string;
  readonly line: number;
  readonly symbol?: string;
}

/** A problem description seen from several sides: what searches for files are made of. */
export interface IssueViews {
  /** First line. */
  readonly title: string;
  /** Everything but links, lists of versions and what an issue form brought along. */
  readonly full: string;
  /** Fences, indented lines, backticks and code-looking words. */
  readonly code: string;
  /** What is left without code. */
  readonly prose: string;
  /** Paths that are named or linked, longest forms as written. */
  readonly paths: readonly string[];
  /** Frames of tracebacks, outermost first. */
  readonly frames: readonly QuotedFrame[];
  /** Dotted names such as `django.db.models`, those of imports included. */
  readonly dottedNames: readonly string[];
}
