import type { CodeStructure, SyntaxLanguage } from '../../model/code.ts';

/** What a thread is told when it starts. */
export interface ThreadSettings {
  readonly limitMs: number;
  readonly grammarFolder: string | undefined;
}

/** A text to read. */
export interface SyntaxJob {
  readonly text: string;
  readonly language: SyntaxLanguage;
}

/** What became of a job. Threads answer in the order in which they were asked. */
export type SyntaxAnswer =
  /** JSON of a {@link CodeStructure}: one string instead of thousands of small objects to hand over. */
  | { readonly kind: 'read'; readonly structure: string }
  /** The time was over, or the parser failed on it. */
  | { readonly kind: 'given-up' }
  | { readonly kind: 'no-grammar'; readonly reason: string };

/** Nothing is known of the text; it may still be read by patterns. */
export function unread(hasErrors: boolean): CodeStructure {
  return { parser: 'none', symbols: [], imports: [], calls: [], hasErrors };
}
