import type { RepositoryPath } from './commit.ts';

/** A place in the code that a memory is about, as it was when the memory was made. */
export interface Anchor {
  readonly path: RepositoryPath;
  /** Git's id of the file's content in the working tree. */
  readonly blobId: string;
  /** The part of the file that matters. Without one, the whole file does. */
  readonly symbol?: AnchoredSymbol;
}

export interface AnchoredSymbol {
  readonly name: string;
  /** First line of the symbol's text: where to look for it once the file has changed. */
  readonly firstLine: string;
  /** Lines the symbol's text has. */
  readonly lineCount: number;
  /** SHA-256 of the symbol's text, as hexadecimal digits. */
  readonly digest: string;
}

/**
 * What became of an anchor; computed whenever it is asked, never stored. `fresh`: the file is as it was. `drifted`: the file
 * changed, the symbol's text did not. `stale`: what the memory is about changed. `orphaned`: the file is gone.
 */
export const freshnessLevels = ['fresh', 'drifted', 'stale', 'orphaned'] as const;
export type Freshness = (typeof freshnessLevels)[number];
