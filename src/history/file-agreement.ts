import { pathRole } from '../text/path-role.ts';

/** A commit that was found, with what it changed. */
interface FoundChange {
  /** Score ÷ that of the best commit, 0–1. */
  readonly relativeScore: number;
  readonly paths: readonly string[];
}

/**
 * Share of the votes that one file gets from commits that were found, 0–1; a vote is (score / best)³ and spread over √files. Commits that
 * are about the question changed the same file; those that share everyday words with a question of another project did not.
 */
export function fileAgreement(found: readonly FoundChange[]): number {
  const votes = new Map<string, number>();
  let total = 0;
  for (const { relativeScore, paths } of found) {
    const vote = relativeScore ** 3;
    total += vote;
    const sources = paths.filter((path) => pathRole(path) === 'source');
    const voted = sources.length > 0 ? sources : paths;
    for (const path of voted) votes.set(path, (votes.get(path) ?? 0) + vote / Math.sqrt(voted.length));
  }
  return total === 0 ? 0 : Math.min(1, Math.max(0, ...votes.values()) / total);
}
