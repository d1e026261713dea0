import type { OperationId, TeamOperation } from '../model/team.ts';

/**
 * Result of a push. `stored`: the hub holds every operation that was pushed, durably. `gap`: the first of them does not
 * follow the last that the hub holds, and none was stored; push from `held + 1`. `forked`: the hub holds another
 * operation under the identity of one of them (a home was copied), and none was stored.
 */
export type PushAnswer =
  | { readonly kind: 'stored'; readonly held: number }
  | { readonly kind: 'gap'; readonly held: number }
  | { readonly kind: 'forked'; readonly seq: number };

export interface PullRequest {
  /** Where the last pull of this subscription ended, as the hub wrote it; undefined from the beginning. */
  readonly after: string | undefined;
  /** At most so many operations; at least one is given while there are any. */
  readonly limit: number;
  /** Subscription: operations of these places and those without a place. Absent: all of the team. */
  readonly places?: readonly string[] | undefined;
}

export interface Pulled {
  /** In an order of the hub's own in which each machine's operations stand by their seq. */
  readonly operations: readonly TeamOperation[];
  /** Cursor for `after`, once the pulled operations are stored. Also moves over those not subscribed to. */
  readonly cursor: string;
  /** The hub held nothing more when it was asked. */
  readonly isAll: boolean;
  /** Machines whose logs were garbled; they are passed over until these machines write them anew. */
  readonly setAside?: readonly string[];
}

/**
 * The append-only store in which the machines of a team leave operations for each other. It checks neither signatures nor
 * rights (each machine does, alike), does not order for merging, and is asked only by a person or with their consent.
 *
 * Invariants that every adapter keeps (`tests/contract/team-hub`):
 * 1. Identity is (team, machine, seq). A `stored` operation comes, exactly once a cursor, in every later pull of its subscription
 *    with an earlier cursor: a cursor never moves past an operation that may still be committed behind it.
 * 2. A push holds operations of one machine with consecutive seqs. The first must be at most `held + 1`, else `gap`. An operation
 *    that the hub holds is a repeat if its `bodyDigest` and `signature` are equal, and changes nothing, even where the stored body
 *    was emptied since; otherwise it is `forked`. All or nothing.
 * 3. `stored` is answered only after the commit. A caller without an answer pushes the same again.
 * 4. An operation comes back as it was pushed, field by field, unknown kinds and fields of bodies included; but an emptied body
 *    is `null` in every later pull, and a hub never restores a body.
 * 5. A hub gives operations of its own team only; an operation with another `team` is refused with INVALID_ARGUMENT.
 * 6. A cursor belongs to the `places` it was obtained with. A changed subscription starts with `undefined`; applying an operation twice
 *    is harmless.
 * A hub that cannot be reached, or takes too long, throws TEAM_UNREACHABLE; nothing is half done then but by invariant 3.
 */
export interface TeamHub {
  /** @param options `isAnew`: where the hub can, these take the place of all that it holds in the machine's name, which another wrote */
  push(operations: readonly TeamOperation[], options?: { readonly isAnew: boolean }): Promise<PushAnswer>;
  pull(request: PullRequest): Promise<Pulled>;
  /**
   * Empties the bodies of these operations, in the hub's present state and its search. Idempotent; skips unknown ones. Returns
   * the number emptied.
   */
  redactBodies(operations: readonly OperationId[]): Promise<number>;
  close(): Promise<void>;
}

/** Facets by which a search of a team may be narrowed, and which it counts. */
export type TeamFacet = 'place' | 'type' | 'member' | 'trust';

export interface TeamQuestion {
  /** Words as people type them: `"exact words"`, `or`, `-without`. */
  readonly text: string;
  readonly places?: readonly string[] | undefined;
  readonly types?: readonly string[] | undefined;
  /** Names as the machines' own words have them. */
  readonly members?: readonly string[] | undefined;
  /** Only memories that a person in the team confirmed, or only others. */
  readonly isConfirmed?: boolean | undefined;
  readonly limit: number;
}

interface TeamHit {
  /** The text as it was signed: its reader proves it, the hub does not. */
  readonly operation: TeamOperation;
  /** Members that say they confirmed the memory. */
  readonly confirmations: number;
}

export interface TeamFindings {
  readonly hits: readonly TeamHit[];
  /** How often each value occurs among the texts looked at, most often first. */
  readonly facets: readonly { readonly facet: TeamFacet; readonly value: string; readonly hits: number }[];
  /** Texts that match and were looked at. */
  readonly matched: number;
  /** More match than a search looks at: narrow it. */
  readonly isCut: boolean;
}

/** Search for people over all that a team's hub holds; forgotten, replaced and put-away texts are not found. */
export interface TeamSearch {
  search(question: TeamQuestion): Promise<TeamFindings>;
}
