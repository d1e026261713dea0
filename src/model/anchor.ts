import type { RepositoryPath } from './commit.ts';

/** A place in the code that a memory is about, as it was when the memory was made. */
export interface Anchor {
  readonly path: RepositoryPath;
  /** Git's id of the file's content in the working tree. */
  readonly blobId: string;
  /** The part of the file that the memory is about; absent when it is about the whole file. */
  readonly symbol?: AnchoredSymbol;
  /** Of a memory about a change: lines that it took out of the file. Its `symbol`, without a name, is a line that it put there. */
  readonly removed?: readonly string[];
}

export interface AnchoredSymbol {
  readonly name: string;
  /** First line of the symbol's text, used to find the symbol again once the file has changed. */
  readonly firstLine: string;
  /** Number of lines in the symbol's text. */
  readonly lineCount: number;
  /** SHA-256 of the symbol's text, as hexadecimal digits. */
  readonly digest: string;
}

/**
 * State of an anchor in the current working tree; computed on every read, never stored. `fresh`: the file is unchanged.
 * `drifted`: the file changed, but the symbol's text did not. `stale`: the text that the memory is about changed.
 * `orphaned`: the file is gone. Of a change: `applied` where it stands in the file, `unmerged` where the file lacks it.
 */
export const freshnessLevels = ['fresh', 'drifted', 'applied', 'unmerged', 'stale', 'orphaned'] as const;
export type Freshness = (typeof freshnessLevels)[number];
