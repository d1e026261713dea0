import type { SymbolKind } from '../code.ts';
import type { CommitId } from '../commit.ts';

/** A definition that a file exports. */
export interface FileExport {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly line: number;
  /** First sentence of its documentation. */
  readonly documentation?: string;
}

/** A word that recurs in the messages of a file's commits. */
export interface FileTheme {
  /** As it was written in a message. */
  readonly word: string;
  /** Commits of the file whose message has the word. */
  readonly commits: number;
}

/** What a file is for, found without a language model: view_summary of the repository-memory paper. */
export interface FileSummary {
  readonly path: string;
  /** Absent when its structure is not read from a syntax tree. */
  readonly language?: string;
  /** First two sentences of its documentation, or of that of its main definition; absent when it has none. */
  readonly purpose?: string;
  /** Most important first. */
  readonly exports: readonly FileExport[];
  /** Number of public definitions, including those beyond the limit of {@link exports}. */
  readonly exportCount: number;
  /** Most characteristic first. */
  readonly themes: readonly FileTheme[];
  /** Files that change together with it, most certain first. */
  readonly changesWith: readonly { readonly path: string; readonly share: number }[];
  readonly counts: {
    readonly classes: number;
    readonly functions: number;
    readonly methods: number;
    readonly imports: number;
  };
  /** Commits that changed it and count as evidence (no merges, no very large ones). */
  readonly changes: number;
  /** {@link changes}, each halved for every half-life of age. */
  readonly heat: number;
  /** Absent when no such commit is known. */
  readonly lastChangedAtMs?: number;
  /** Approximate length of the summary in tokens. */
  readonly estimatedTokens: number;
  readonly asOf: CommitId;
}

export interface SummaryHit {
  readonly summary: FileSummary;
  /** BM25 score; comparable within one search only. */
  readonly score: number;
  /** Share of the query's words that the summary contains, by rarity among the summaries, 0–1. */
  readonly coverage: number;
  /** Query words whose stem occurs in the summary, strongest first. */
  readonly matchedWords: readonly string[];
}

/** Answer of search_summaries. `none_relevant`: no summary of a hot file is relevant. */
export interface SummarySearch {
  readonly kind: 'relevant' | 'none_relevant';
  /** Why nothing is relevant, in words. */
  readonly reason?: string;
  /** Best first; the near misses when nothing is relevant. */
  readonly hits: readonly SummaryHit[];
  /** Number of files whose summaries were searched: the hottest ones. */
  readonly fileCount: number;
  readonly asOf: CommitId;
}
