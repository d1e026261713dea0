const shownDigits = 8;

/** The first digits of the id of a memory or a decision; commands accept them. */
export function shortUuid(id: string): string {
  return id.slice(0, shownDigits);
}
