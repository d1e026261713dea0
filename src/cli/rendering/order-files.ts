import type { FileChange } from '../../model/repository.ts';

const testPath =
  /(?:^|\/)(?:tests?|testing|specs?|__tests__|testdata|fixtures)\/|(?:^|\/)test_[^/]*$|[._-](?:test|spec)s?\.[^/]+$/i;
const prosePath =
  /(?:^|\/)(?:docs?|changelogs?|news)\/|(?:^|\/)(?:changelog|changes|news|authors|readme)[^/]*$|\.(?:md|rst|txt)$/i;

/** Source first, then tests, then documentation: the order in which a reader needs them. Stable within each group. */
export function orderFiles(files: readonly FileChange[]): readonly FileChange[] {
  return files.toSorted((a, b) => rank(a.path) - rank(b.path));
}

function rank(path: string): number {
  if (testPath.test(path)) return 1;
  return prosePath.test(path) ? 2 : 0;
}
