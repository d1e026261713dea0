import { folderOf } from './path-role.ts';
import { compoundPrefix, termsOf } from './terms.ts';

/** Folders that hold this share of the sources, or more, name the project. */
const leastShare = 0.3;
const commonFolders = `src lib libs source sources main java kotlin scala com org net io github packages package pkg crates
  app apps core test tests testing internal cmd js python common modules module server client api backend frontend go rust
  cpp include docs examples ui web`;
const commonTerms: ReadonlySet<string> = new Set(termsOf(commonFolders));
const shortestTerm = 3;

/**
 * Terms of the folders of most of a project's sources: `xarray` for `xarray/core/dataset.py`. Questions about the project often
 * have one of them, in an import or in prose; questions about another project hardly ever.
 * @param paths of the sources
 */
export function projectTerms(paths: readonly string[]): ReadonlySet<string> {
  const counts = weighFolderTerms(paths.map((path) => [path, 1] as const));
  return new Set([...counts].filter(([, count]) => count >= leastShare * paths.length).map(([term]) => term));
}

/** Terms of the folders of paths, without those that any project has, each with the weight of the paths below it. */
export function weighFolderTerms(
  weights: Iterable<readonly [path: string, weight: number]>,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const [path, weight] of weights) {
    for (const term of new Set(termsOf(folderOf(path)))) {
      if (term.length < shortestTerm || term.startsWith(compoundPrefix) || commonTerms.has(term)) continue;
      sums.set(term, (sums.get(term) ?? 0) + weight);
    }
  }
  return sums;
}
