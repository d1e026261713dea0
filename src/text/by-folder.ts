const mostKept = 10_000;

/**
 * A judgement of paths that depends on their folder alone, made once for each folder: a tree has ten files to a folder. Bounded, then
 * started afresh.
 *
 * @param judge is given the names of the folder, from the top
 */
export function byFolder<T>(judge: (names: readonly string[]) => T): (path: string) => T {
  const kept = new Map<string, T>();
  return (path) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (kept.has(folder)) return kept.get(folder) as T;
    const judged = judge(folder === '' ? [] : folder.split('/'));
    if (kept.size >= mostKept) kept.clear();
    kept.set(folder, judged);
    return judged;
  };
}
