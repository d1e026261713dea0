/** Occurrences of a term, ascending by ordinal. Both arrays have one entry a document. */
export interface PostingList {
  readonly ordinals: Uint32Array;
  readonly frequencies: Uint16Array;
}
