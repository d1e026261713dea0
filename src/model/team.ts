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

/** A value of JSON: the content of a body, and nothing that JSON cannot carry. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Kinds that this version applies. Others are carried: kept, passed on, and counted. */
const teamOperationKinds = [
  'text',
  'status',
  'confirm',
  'outcome',
  'forget',
  'policy_log',
  'member',
  'revoke',
] as const;
export type TeamOperationKind = (typeof teamOperationKinds)[number];

/** Name of an operation for ever: no two operations of a team share it. */
export interface OperationId {
  /** Name of a machine in a team: the first 32 hexadecimal digits of the SHA-256 of its public key. */
  readonly machine: string;
  /** 1 for the machine's first operation, then one more for each: without gaps. */
  readonly seq: number;
}

/**
 * A change that a machine tells its team. Immutable, except that its body may be emptied. All texts are redacted. The signature
 * covers all fields but `body` and `signature`; `bodyDigest` binds the body, so an emptied operation is still proved.
 */
export interface TeamOperation extends OperationId {
  /** Id of the team, 32 hexadecimal digits: the tenant. */
  readonly team: string;
  /**
   * Hybrid logical clock: milliseconds since 1970 and a counter. It orders displays and dates the removal of replaced texts; it
   * never decides the team's words.
   */
  readonly hlc: readonly [ms: number, counter: number];
  /** One of {@link teamOperationKinds}, or a kind of a later version: lower-case letters, digits and `_`, at most 40. */
  readonly kind: string;
  /** The least {@link readerVersion} that may apply it. A lower one carries it. */
  readonly minReader: number;
  /**
   * Place where it holds, for subscriptions: `root:` and the id of a repository's root commit, or `remote:` and its
   * normalised URL. Absent: the whole team needs it, with any subscription.
   */
  readonly place?: string;
  /** Id of the memory, or for an outcome of the memory it is about. */
  readonly item?: string;
  /** For a text: ids (`machine:seq`) of the versions that it takes the place of. Stays when the body is emptied. */
  readonly over?: readonly string[];
  /** Member of the machine by its own word: `ada`. Merging takes the name of the member record. */
  readonly principal: string;
  /** `null` once emptied: forgotten, or of no consequence any more. */
  readonly body: { readonly [name: string]: JsonValue } | null;
  /** SHA-256 of the canonical JSON of the body as it was written, hexadecimal. */
  readonly bodyDigest: string;
  /** Ed25519, base64. */
  readonly signature: string;
}

/** Version of the rules by which this program applies operations. */
export const readerVersion = 1;

/** Longest operation on the wire, in UTF-8 bytes. */
export const mostOperationBytes = 2_000_000;

export function operationIdOf({ machine, seq }: OperationId): string {
  return `${machine}:${seq}`;
}
