import type { TeamOperation, TeamRole, TeamShare } from '../team.ts';

/** Result of a synchronisation. */
export interface TeamSyncReport {
  readonly team: string;
  /** Operations that came, and that went. */
  readonly pulled: number;
  readonly pushed: number;
  /** Machines that were let in by an invitation of this one. */
  readonly admitted: number;
  /** Memories of colleagues that are new or changed here. */
  readonly taken: number;
  readonly forgotten: number;
  /** Memories of which several versions stand beside each other, for review. */
  readonly conflicts: number;
  /** Machines whose logs at the remote are not their own words: passed over until they sync. */
  readonly setAside: readonly string[];
}

export interface TeamMember {
  readonly machine: string;
  readonly name: string;
  readonly role: TeamRole;
  /** `present`; it `left`, or was revoked: its operations from the `until`-th on count for nothing. */
  readonly state: 'present' | 'gone';
  readonly until?: number;
  /** Operations of it that are here. */
  readonly operations: number;
  readonly isThis: boolean;
}

/** A team that was just founded. */
export interface TeamFounding extends TeamStatus {
  /** Password of the team's role in Postgres. It is shown once and kept nowhere. */
  readonly password?: string;
}

export interface TeamRevocation {
  readonly members: readonly TeamMember[];
  /** The revoked member can still read the team's operations, where these are left. */
  readonly canRead: boolean;
  /** The new one of the team's role in Postgres. It is shown once and kept nowhere. */
  readonly password?: string;
}

/** Texts that a hub found for a person, each signed by a member. */
export interface TeamSearchAnswer {
  readonly hits: readonly TeamSearchHit[];
  /** Texts that the hub gave and that no member signed, or that were told after their machine was revoked. */
  readonly unproved: number;
  /** How often each value occurs among the texts looked at, most often first. */
  readonly facets: readonly {
    readonly facet: 'place' | 'type' | 'member' | 'trust';
    readonly value: string;
    readonly hits: number;
  }[];
  /** Texts that match and were looked at, and whether more match. */
  readonly matched: number;
  readonly isCut: boolean;
}

interface TeamSearchHit {
  /** Id of the memory, on every machine that has it. */
  readonly item: string;
  readonly title: string;
  readonly content: string;
  readonly type: string;
  /** Repository by its first commit or its remote. */
  readonly place: string;
  readonly machine: string;
  readonly member: string;
  readonly atMs: number;
  /** Members who say they confirmed the memory, by the hub's own count. */
  readonly confirmations: number;
  /** This home has the memory, too. */
  readonly isHere: boolean;
}

/** A team of this home. */
export interface TeamStatus {
  readonly team: string;
  readonly hub: string;
  readonly member: string;
  /** Absent until an owner has let this machine in. */
  readonly role?: TeamRole;
  /** It was revoked: its operations from the `until`-th on count for nothing. */
  readonly until?: number;
  readonly shares: TeamShare;
  readonly repositories: readonly string[];
  readonly members: number;
  /** Operations here, those that the hub lacks, and those of machines that are no members. */
  readonly operations: number;
  readonly unpushed: number;
  readonly unproved: number;
  readonly proposals: 'open' | 'reviewed';
}

/** An invitation, which one machine may use once. */
export interface TeamInvitation {
  readonly team: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly code: string;
  readonly expiresAtMs: number;
}

/** Operation of a machine. */
export interface TeamLogEntry {
  readonly machine: string;
  readonly seq: number;
  readonly atMs: number;
  readonly principal: string;
  readonly kind: string;
  readonly item?: string;
  /** In force; `waiting`: of a machine that is no member yet; `ignored`: of a kind, version or machine that does not count here. */
  readonly state: 'effective' | 'waiting' | 'ignored';
  readonly isEmptied: boolean;
  /** As it was signed, where the whole log was asked for. */
  readonly operation?: TeamOperation;
}

export interface TeamCompaction {
  readonly team: string;
  /** Texts that were taken from the hub, each replaced by a later one. */
  readonly emptied: number;
}

export interface TeamLeaving {
  readonly team: string;
  /** Memories of colleagues that were taken out of the home. */
  readonly removed: number;
  /** The team was told, and knows this machine has left. */
  readonly isTold: boolean;
}
