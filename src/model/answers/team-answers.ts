import type { TeamRole, TeamShare } from '../team.ts';

/** What a synchronisation did. */
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
  /** Machines whose logs at the remote are not what these machines wrote: passed over until they sync. */
  readonly setAside: readonly string[];
}

export interface TeamMember {
  readonly machine: string;
  readonly name: string;
  readonly role: TeamRole;
  /** `present`; it `left`, or was revoked: what it told from its `until`-th operation on counts for nothing. */
  readonly state: 'present' | 'gone';
  readonly until?: number;
  /** Operations of it that are here. */
  readonly operations: number;
  readonly isThis: boolean;
}

/** A team of this home. */
export interface TeamStatus {
  readonly team: string;
  readonly hub: string;
  readonly member: string;
  /** Absent until an owner has let this machine in. */
  readonly role?: TeamRole;
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

/** What a machine told. */
export interface TeamLogEntry {
  readonly machine: string;
  readonly seq: number;
  readonly atMs: number;
  readonly principal: string;
  readonly kind: string;
  readonly item?: string;
  /** In force; `waiting`: of a machine that is no member yet; `ignored`: of a kind, a version or a machine that counts for nothing here. */
  readonly state: 'effective' | 'waiting' | 'ignored';
  readonly isEmptied: boolean;
}

export interface TeamLeaving {
  readonly team: string;
  /** Memories of colleagues that were taken out of the home. */
  readonly removed: number;
  /** The team was told, and knows this machine has left. */
  readonly isTold: boolean;
}
