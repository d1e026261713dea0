import type { RepositoryId } from './repository.ts';

/**
 * Rights of a member. `owner`: admit and revoke, and all else; `reviewer`: approve, put away and forget what others
 * wrote; `writer`: write, and forget what is theirs; `reader`: read.
 */
export const teamRoles = ['owner', 'reviewer', 'writer', 'reader'] as const;
export type TeamRole = (typeof teamRoles)[number];

/** `confirmed`: memories a person here vouched for. `captured`: also those of sessions in the team's repositories. */
const teamShares = ['confirmed', 'captured'] as const;
export type TeamShare = (typeof teamShares)[number];

/** A repository whose memories a team shares, and the place that its operations name. */
export interface TeamRepository {
  readonly id: RepositoryId;
  readonly place: string;
}

/** A team that this home belongs to, as the home keeps it. Nothing of it is a secret: the key lies beside the memory. */
export interface Team {
  readonly id: string;
  /** Name of this machine in it. */
  readonly machine: string;
  /** In whose name the machine speaks, as far as it was told. */
  readonly member: string;
  /** Where the operations are left: `git:URL`, `git-branch:URL` or `postgres://…`. */
  readonly hub: string;
  readonly shares: TeamShare;
  readonly repositories: readonly TeamRepository[];
  /** Seq up to which the hub is known to hold this machine's operations. */
  readonly pushed: number;
  /** Where the last pull ended. */
  readonly cursor?: string;
  /** The hybrid logical clock, as it last stood. */
  readonly clock: readonly [ms: number, counter: number];
  /** Outcomes of the log up to here were told. */
  readonly outcomeSequence: number;
  /** The membership by which the memories of the team stand here. */
  readonly authority?: string;
}

/** `received`: of an unknown machine, unproved. `proved`: signed by a member, not yet in force here. */
export const operationStages = ['received', 'proved', 'applied'] as const;
export type OperationStage = (typeof operationStages)[number];
