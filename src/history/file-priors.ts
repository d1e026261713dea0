/** Query-independent features of files from their past; by place, see `file-past.ts`. */
export interface FilePriors {
  /** −ln(1 + days since the last change) / 10. */
  readonly lastChange: Float64Array;
  /** ln(1 + changes) / 10. */
  readonly changeCount: Float64Array;
  /** Share of all changes that went to files with the same extension, ÷ that of the extension with most. */
  readonly extensionShare: Float64Array;
}

export function priorsOf(
  past: { readonly changeCounts: Uint32Array; readonly daysSinceChange: Float64Array },
  paths: readonly string[],
): FilePriors {
  return {
    lastChange: past.daysSinceChange.map((days) => -Math.log1p(days) / 10),
    changeCount: Float64Array.from(past.changeCounts, (count) => Math.log1p(count) / 10),
    extensionShare: shareExtensions(past.changeCounts, paths),
  };
}

function shareExtensions(changeCounts: Uint32Array, paths: readonly string[]): Float64Array {
  const extensions = paths.map((path) => /\.[^./]+$/.exec(path)?.[0] ?? '');
  const counts = new Map<string, number>();
  extensions.forEach((extension, place) => {
    counts.set(extension, (counts.get(extension) ?? 0) + (changeCounts[place] as number));
  });
  const most = Math.max(1, ...counts.values());
  return Float64Array.from(extensions, (extension) => (counts.get(extension) ?? 0) / most);
}
