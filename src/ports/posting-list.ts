/** Occurrences of a term, ascending by ordinal. Both arrays have one entry for each document. */
export interface PostingList {
  readonly ordinals: Uint32Array;
  readonly frequencies: Uint16Array;
}
