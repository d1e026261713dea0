import type { EmbedTexts } from '../../asking/embed-texts.ts';
import type { Settings } from '../../config/settings.ts';
import type { CommitSearch } from '../../model/answers/commit-answers.ts';
import type { SummarySearch } from '../../model/answers/file-location.ts';
import type { MetricValues } from '../../model/answers/gate-report.ts';
import type { LocatedPlaces } from '../../model/evidence.ts';
import type { Scope } from '../../model/provenance.ts';
import type { CommitId, RepositoryId } from '../../model/repository.ts';
import type { SessionSummary } from '../../model/session.ts';
import type { Ancestry, WorkingFiles } from '../../ports/git-reader.ts';
import type { Judge } from '../../ports/judge.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { Clock, Random } from '../../ports/system.ts';

/**
 * The best commits for a question in the indexed history of the checked-out commit `head`; undefined where it cannot be
 * searched.
 */
export type SearchCommitsAbout = (
  query: string,
  options: { readonly head: CommitId; readonly holds: Ancestry['holds']; readonly topK: number },
) => Promise<CommitSearch | undefined>;

/**
 * The places that are likely to be changed, for a failure in words; undefined where the present code is not indexed.
 * @param asOf commit, branch or tag
 * @param functionsFrom functions are looked for where a file is as likely
 */
export type LocatePlacesOf = (
  text: string,
  asOf: string,
  functionsFrom: number,
) => Promise<LocatedPlaces | undefined>;

/**
 * The summaries nearest to a question in words, near misses included; undefined where the present code is not indexed.
 * @param asOf commit, branch or tag
 */
export type SearchSummariesAbout = (text: string, asOf: string) => Promise<SummarySearch | undefined>;

/** Where memories are asked for and made: one working tree, one store. */
export interface RecallDependencies {
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly repositoryId?: RepositoryId | undefined;
  /** Scopes that are read here. */
  readonly scopes: readonly Scope[];
  /** Absent where there is no working tree. */
  readonly files?: WorkingFiles | undefined;
  readonly worktree?: string | undefined;
  readonly ancestry: Ancestry;
  /** Absent where no history is at hand, or none is searched: for a hook that takes too long. */
  readonly searchCommitsAbout?: SearchCommitsAbout | undefined;
  /** Absent where there is no time for it, as in a hook. */
  readonly locatePlacesOf?: LocatePlacesOf | undefined;
  /** Absent where there is no time for it, as in a hook. */
  readonly searchSummariesAbout?: SearchSummariesAbout | undefined;
  /** Asked where the order of answers that a user asked for is in doubt. Absent by default. */
  readonly judge?: Judge | undefined;
  /** Turns texts into vectors, where a user turned that on. Absent by default, and in a hook. */
  readonly embedTexts?: EmbedTexts | undefined;
  /** The last sessions here, the latest first. Absent where the caller does not show them. */
  readonly lastSessions?: (() => Promise<readonly SessionSummary[]>) | undefined;
  /** Receives measured values; absent in a hook. */
  readonly tellMetrics?: ((values: MetricValues) => void) | undefined;
  readonly settings: Pick<
    Settings,
    'retrieval' | 'failures' | 'gate' | 'judging' | 'packing' | 'disclosure' | 'memory' | 'hooks'
  >;
}
