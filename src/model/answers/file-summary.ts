import type { SymbolKind } from '../code.ts';
import type { CommitId } from '../commit.ts';

/** Something a file offers to others. */
export interface FileExport {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  /** First sentence of its documentation. */
  readonly documentation?: string;
}

/** A word that keeps coming back in the messages of a file's commits. */
export interface FileTheme {
  /** As it was written in a message. */
  readonly word: string;
  /** Commits of the file whose message has the word. */
  readonly commits: number;
}

/** What a file is for, told without a model: view_summary of the repository-memory paper. */
export interface FileSummary {
  readonly path: string;
  /** Absent when its structure is not read from a syntax tree. */
  readonly language?: string;
  /** First two sentences of its documentation, or of that of its main definition; absent when it has none. */
  readonly purpose?: string;
  /** Most important first. */
  readonly exports: readonly FileExport[];
  /** Public definitions, those beyond the limit of {@link exports} included. */
  readonly exportCount: number;
  /** Most telling first. */
  readonly themes: readonly FileTheme[];
  /** Files that change together with it, by how surely. */
  readonly changesWith: readonly { readonly path: string; readonly share: number }[];
  readonly counts: {
    readonly classes: number;
    readonly functions: number;
    readonly methods: number;
    readonly imports: number;
  };
  /** Commits that changed it and count as evidence: neither merges nor sweeps over many files. */
  readonly changes: number;
  /** {@link changes}, each halved for every half-life of age. */
  readonly heat: number;
  /** Absent when no such commit is known. */
  readonly lastChangedAtMs?: number;
  /** How long the summary is for a language model, roughly. */
  readonly estimatedTokens: number;
  readonly asOf: CommitId;
}

export interface SummaryHit {
  readonly summary: FileSummary;
  /** BM25 score; comparable within one search only. */
  readonly score: number;
  /** Words of the query that the summary has in some form, strongest first. */
  readonly matchedWords: readonly string[];
}

/** Answer of search_summaries. `none_relevant`: no summary of a hot file is about the query. */
export interface SummarySearch {
  readonly kind: 'relevant' | 'none_relevant';
  /** Why nothing is relevant, in words. */
  readonly reason?: string;
  /** Best first; the near misses when nothing is relevant. */
  readonly hits: readonly SummaryHit[];
  /** Files whose summaries were searched: the hottest. */
  readonly fileCount: number;
  readonly asOf: CommitId;
}
