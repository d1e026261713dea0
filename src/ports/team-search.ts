import type { TeamOperation } from '../model/team-operation.ts';

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
