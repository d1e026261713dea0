const shownDigits = 8;

/** The beginning of the id of a memory or a decision; commands take it back. */
export function shortUuid(id: string): string {
  return id.slice(0, shownDigits);
}
