import type { SymbolKind } from '../code.ts';
import type { Judgement } from '../decision.ts';
import type { CommitId } from '../repository.ts';

/** A symbol worth looking at first. */
export interface LocatedSymbol {
  /** Name with its container: `Writer.write`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** From 1. */
  readonly line: number;
}

/** A file that a change likely touches. */
export interface LocatedFile {
  readonly path: string;
  /** Comparable within one answer only. */
  readonly score: number;
  /** Calibrated probability that the change touches the file, 0–1. */
  readonly confidence?: number;
  /** Why, in words: `changed in 4 similar fixes`, `named in the traceback`. */
  readonly evidence: readonly string[];
  readonly symbols: readonly LocatedSymbol[];
  /** The file's value for each feature, by name; set when requested. */
  readonly features?: Readonly<Record<string, number>>;
}

/** Relation of the whole text to the repository: evidence for the confidence in an answer. */
export interface LocateStrengths {
  /** Strength of the best code chunk for the whole text; 1 is an average-length one with every term that is known. */
  readonly textStrength: number;
  /** Strength of the past commit that best matches the title, likewise. */
  readonly pastStrength: number;
  /** Share of the text's information whose terms the code has, 0–1. */
  readonly knownText: number;
  /** Share of the title's information whose terms past messages have, 0–1. */
  readonly knownTitle: number;
  /** Share of the compound identifiers in the text that the code defines, 0–1; undefined when the text has none. */
  readonly definedNames?: number;
  /** The text has a name under which most of the sources lie, such as that of the package. */
  readonly namesProject: boolean;
  /** The text names a source file of the repository, by two or more segments of its path. */
  readonly namesFile: boolean;
  /** Number of different terms of the text, and of its title. */
  readonly termCount: number;
  readonly titleTermCount: number;
}

/**
 * Why an answer is uncertain. `sparse_history`: too few past commits, so the code alone decided. `weak_match`: nothing
 * matches well. `code_unread`: the code is still being read, and files that are not read yet are missing.
 * `parser_failed`: no thread that reads code could be started, so patterns found its names.
 */
export type LocateWarning = 'sparse_history' | 'weak_match' | 'code_unread' | 'parser_failed';

/**
 * Answer of `locate`: the files that a problem description is about, best first. `none_relevant` is a regular answer: the
 * description has too little to do with this repository, and `files` are only the nearest ones.
 */
export interface FileLocation {
  readonly kind: 'located' | 'none_relevant';
  /** Why no file is likely enough, in words. */
  readonly reason?: string;
  /** Calibrated probability, 0–1, that a file to change is among the first ten. */
  readonly confidence: number;
  readonly files: readonly LocatedFile[];
  /** Functions of the best files, likeliest first; set when requested, and empty when no file is likely. */
  readonly functions?: readonly LocatedFunction[];
  /** Past fixes of likely functions and files, likeliest first; set when requested. */
  readonly pastFixes?: readonly EarlierFix[];
  /** Origin of the ranking's weights: shipped, or learned from this repository's own past fixes. */
  readonly weights: 'shipped' | 'learned';
  readonly warnings: readonly LocateWarning[];
  /** Set where a judge was asked about the order of files. */
  readonly judgement?: FileJudgement;
  /** Set when an explanation was requested. */
  readonly strengths?: LocateStrengths;
  readonly asOf: CommitId;
  /** Number of candidate files. */
  readonly fileCount: number;
  /** Number of code files that were not read, by reason: `vendored`, `huge`, `binary`, `generated`, `unreadable`. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Number of commits in the searched history. */
  readonly commitCount: number;
}

/** Question to a judge about the order of files. */
export interface FileJudgement extends Omit<Judgement, 'ledger'> {
  /** Files that the judge was told beside the issue, in the order before. */
  readonly files: readonly string[];
}

/** A function or method that a change likely touches. */
export interface LocatedFunction {
  readonly path: string;
  /** Name with its container: `Writer.write`. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** First line of its first definition, from 1. */
  readonly line: number;
  /** Last line of its last definition: some languages write a name several times, such as overloads. */
  readonly endLine: number;
  /** Calibrated probability that the change touches the function, 0–1; never above that of its file. */
  readonly confidence?: number;
  /** Why, in words, strongest reason first. */
  readonly evidence: readonly string[];
  /** The function's value for each feature, by name; set when requested. */
  readonly features?: Readonly<Record<string, number>>;
}

/** A likely function that a past fix changed. */
export interface FixedFunction {
  /** Path and name as they are today. */
  readonly path: string;
  readonly name: string;
  /** Where it was in the fix, if elsewhere: another path, or with another name `io.py: Writer.flush`. */
  readonly formerly?: string;
  /** Lines that the fix took out of the function and put in, the first few. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Changed lines of the function that are not shown. */
  readonly omittedLines: number;
}

/**
 * A past commit that fixed a likely function, or at least a likely file. It says that this place was fixed before, and
 * how; whether the fault is the same is not known.
 */
export interface EarlierFix {
  readonly commit: CommitId;
  readonly subject: string;
  readonly committedAtMs: number;
  /** Probability that it changed a function that is to be changed now, 0–1. */
  readonly confidence?: number;
  /** Likely functions that it changed, the likeliest three; none where only the file is the same. */
  readonly functions: readonly FixedFunction[];
  /** Likely files that it changed, as they are called today. */
  readonly files: readonly string[];
}

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

/** Purpose of a file, found without a language model: view_summary of the repository-memory paper. */
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

/** Weights of `locate`'s features, learned from a repository's own past fixes. */
export interface LearnedWeights {
  readonly weights: Readonly<Record<string, number>>;
  /** Newest commit used for learning; queries about a history without it use the shipped weights. */
  readonly learnedFrom: CommitId;
  readonly learnedAtMs: number;
}

/** Quality of the rankings for the held-back fixes. */
export interface RankingQuality {
  /** Number of fixes with all their files among the first 1, and among the first 5. */
  readonly allInFirst: number;
  readonly allInFirst5: number;
  /** Number of fixes with one of their files in first place. */
  readonly hitFirst: number;
  /** Mean of 1 ÷ rank of the first right file. */
  readonly meanReciprocalRank: number;
  /** Expected calibration error (ECE) of the confidence in the first ten files. */
  readonly calibrationError: number;
}

/** Learned weights compared with the shipped ones, on fixes that neither was trained on. */
export interface WeightComparison {
  readonly shipped: RankingQuality;
  readonly own: RankingQuality;
  /**
   * Number of fixes with all their files among the first 5 under the learned weights only, and under the shipped ones
   * only.
   */
  readonly wins: number;
  readonly losses: number;
  /** Change of the mean reciprocal rank, with its 95 % interval (paired bootstrap). */
  readonly gain: number;
  readonly gainLow: number;
  readonly gainHigh: number;
  /** Share of the resamples in which the mean reciprocal rank improves. */
  readonly shareBetter: number;
}

/** Answer of `learn`. */
export interface LearningReport {
  /** Whether `locate` uses the learned weights from now on; they must have proven better. */
  readonly kind: 'learned' | 'kept_shipped';
  /** Number of past fixes used for training, and of newer ones held back for evaluation. */
  readonly taughtFixes: number;
  readonly heldBackFixes: number;
  /** How many of both were computed in an earlier run. */
  readonly reusedFixes: number;
  readonly comparison: WeightComparison;
  /** Weights by feature; the learned ones are included even when they were not adopted. */
  readonly weights: Readonly<Record<string, { readonly shipped: number; readonly own: number }>>;
  readonly seed: number;
  /** Newest commit used for learning. */
  readonly asOf: CommitId;
  readonly tookMs: number;
}

/** Several views of one problem description; the file search builds its queries from them. */
export interface IssueViews {
  /** First line. */
  readonly title: string;
  /** Everything except links, version lists and the boilerplate of issue forms. */
  readonly full: string;
  /** Fences, indented lines, backticks and code-looking words. */
  readonly code: string;
  /** Paths that the text names or links to, each in its longest form. */
  readonly paths: readonly string[];
  /** Paths of the frames of a traceback, outermost first. */
  readonly frames: readonly string[];
  /** Dotted names such as `django.db.models`, including those in imports. */
  readonly dottedNames: readonly string[];
}
