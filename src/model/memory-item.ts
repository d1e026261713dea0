import type { ItemId, RedactedText } from './brands.ts';
import type { ExperienceBody, ItemBody } from './item-body.ts';
import { type Scope, scopeKindOf, type Trust } from './provenance.ts';
import type { CommitId, RepositoryPath } from './repository.ts';

export const itemLayers = ['working', 'episodic', 'semantic', 'procedural'] as const;
export type ItemLayer = (typeof itemLayers)[number];

export const itemTypes = [
  'decision',
  'constraint',
  'failure',
  'fix',
  'preference',
  'project_fact',
  'task_state',
  'command_result',
] as const;
export type ItemType = (typeof itemTypes)[number];

/** Only active memories are recalled; the others can still be read by id. */
export const itemStatuses = ['active', 'superseded', 'archived'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/**
 * `age`: its time was over; said again, it comes back. `summary`: a summary says it, whose id is
 * `supersededById`; it comes back when the summary goes. `person`: a person put it away, and can fetch it
 * back.
 */
export const archiveReasons = ['age', 'summary', 'person'] as const;
export type ArchiveReason = (typeof archiveReasons)[number];

/** `may_supersede`: a person should say whether it takes the place of the other. */
export const itemRelations = [
  'caused_by',
  'resolved_by',
  'supersedes',
  'may_supersede',
  'contradicts',
  'depends_on',
] as const;
export type ItemRelation = (typeof itemRelations)[number];

export interface RelatedItem {
  readonly id: ItemId;
  readonly relation: ItemRelation;
}

/**
 * Kind of a memory, by its body. Parts of known failures and tasks of sessions have kinds of their own; the rest is a
 * `lesson`: memories without a body, preferences, hard rules, actions about rules of checkers, earlier versions.
 */
export const itemKinds = ['lesson', 'variant', 'pattern', 'episode', 'experience'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Kinds that are found, listed, shown and judged on their own. Patterns and episodes belong to variants; tasks are ranked apart. */
export const standaloneKinds: readonly ItemKind[] = ['lesson', 'variant'];

/** A memory whose body kind is unknown to this version counts as a lesson; its body is kept unchanged. */
export function kindOf({ body }: Pick<MemoryItem, 'body'>): ItemKind {
  return itemKinds.find((kind) => kind === body?.kind) ?? 'lesson';
}

export function standsAlone(item: Pick<MemoryItem, 'body'>): boolean {
  return standaloneKinds.includes(kindOf(item));
}

/**
 * One memory: the envelope shared by everything that cannot be rebuilt (fields of Memory V2 and V3, then our own).
 * Times are milliseconds since 1970. Every text is redacted.
 */
export interface MemoryItem {
  readonly id: ItemId;
  readonly scope: Scope;
  readonly layer: ItemLayer;
  readonly type: ItemType;
  readonly title: RedactedText;
  readonly content: RedactedText;
  readonly tags: readonly RedactedText[];
  /** Interface through which it came: `cli`, `mcp`, `hook`, `library`, `transcript`, `import`. */
  readonly source: string;
  /** The speaker's own confidence, 0–1. */
  readonly confidence: number;
  /** Priority among otherwise equal memories, 0–1. */
  readonly salience: number;
  /** Days from the last confirmation until it expires; absent: never. */
  readonly ttlDays?: number;
  readonly createdAtMs: number;
  /** Last change or confirmation. */
  readonly updatedAtMs: number;
  readonly lastAccessedAtMs?: number;
  /** How often it was shown. */
  readonly accessCount: number;
  /** Paths, issues, commits or URLs it names. */
  readonly references: readonly RedactedText[];
  /** Equal for memories with the same meaning; unique within a scope. */
  readonly fingerprint: string;
  readonly status: ItemStatus;
  readonly supersededById?: ItemId;
  /** Why it is archived, where it can come back by itself; absent: a person rejected it, or its file no longer holds it. */
  readonly archivedFor?: ArchiveReason;
  /** A user forgot a summary that it was part of: it is put into no other. */
  readonly keptApart?: boolean;
  readonly relatedItems: readonly RelatedItem[];

  /**
   * Program and session that wrote it: `cli`, `mcp:claude-code`, `mcp:claude-code/5e0c…`. Used by `forget --origin`.
   */
  readonly origin: string;
  /** Its speaker: `user:ada`, `agent:claude-code`. */
  readonly principal: string;
  readonly trust: Trust;
  /** When a person last vouched for it; feedback against it from before that time no longer counts. */
  readonly vouchedAtMs?: number;
  /** Waits for a person's decision; not shown to agents until then. */
  readonly quarantined: boolean;
  readonly anchors: readonly Anchor[];
  /** Commit that was checked out when it was learned; it applies where that commit is part of the history. */
  readonly learnedAt?: CommitId;
  /** Time from which its statement is true; absent: it always was. */
  readonly validFromMs?: number;
  readonly validToMs?: number;
  /** Length of its card in tokens. */
  readonly tokenCost: number;
  readonly body?: ItemBody;
  /** Fields that other programs stored with the memory; kept unchanged. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** Memory of a session's task. */
export type Experience = MemoryItem & { readonly body: ExperienceBody };

export function isExperience(item: MemoryItem): item is Experience {
  return item.body?.kind === 'experience';
}

/** A place in the code that a memory is about, as it was when the memory was made. */
export interface Anchor {
  readonly path: RepositoryPath;
  /** Git's id of the file's content in the working tree. */
  readonly blobId: string;
  /** The part of the file that the memory is about; absent when it is about the whole file. */
  readonly symbol?: AnchoredSymbol;
  /** For a memory about a change: lines that it removed, as `hideLine` writes them. A `symbol` without a name is an added line. */
  readonly removed?: readonly string[];
}

export interface AnchoredSymbol {
  readonly name: string;
  /** First line of the symbol's text as `hideLine` writes it, used to find the symbol again once the file has changed. */
  readonly firstLine: string;
  /** Number of lines in the symbol's text. */
  readonly lineCount: number;
  /** SHA-256 of the symbol's text, as hexadecimal digits. */
  readonly digest: string;
}

/**
 * State of an anchor in the current working tree; computed on every read, never stored. `fresh`: the file is unchanged.
 * `drifted`: the file changed, but the symbol's text did not. `stale`: the text that the memory is about changed.
 * `orphaned`: the file is gone. Of a change: `applied` where it stands in the file, `unmerged` where the file lacks it.
 */
export const freshnessLevels = ['fresh', 'drifted', 'applied', 'unmerged', 'stale', 'orphaned'] as const;
export type Freshness = (typeof freshnessLevels)[number];

/** Whether a rule stops calls: only a person's rule does, while it is in use. */
export function isHard({ body, trust, status, quarantined }: MemoryItem): boolean {
  return body?.kind === 'hard_rule' && trust === 'user' && status === 'active' && !quarantined;
}

/** Describes the calls that a hard rule stops; undefined for any other memory. */
export function stoppedBy({ body, references }: Pick<MemoryItem, 'body' | 'references'>): string | undefined {
  if (body?.kind !== 'hard_rule') return undefined;
  const command = body.command === undefined ? [] : [`\`${body.command}\``];
  const files = references.length === 0 ? [] : [`changes of ${references.join(', ')}`];
  return [...files, ...command].join(' and ');
}

/**
 * The part of an unconfirmed fix that an agent may be shown unasked: the record of the tools of a session in this
 * repository. It says nothing of trust, which stays that of an agent; once a person confirms the fix, their text is
 * shown instead.
 */
export function seenFixOf({ body, trust, source, scope }: MemoryItem): RedactedText | undefined {
  if (body?.kind !== 'variant' || trust !== 'agent' || body.seen === undefined) return undefined;
  if (formerCommand.test(body.seen)) return undefined;
  return source === 'transcript' && scopeKindOf(scope) === 'repo' ? body.seen : undefined;
}

/** Whether an unconfirmed memory may be shown unasked, by the record of tools. */
export function isSeen(item: MemoryItem): boolean {
  const { body, trust, source, scope } = item;
  if (body?.kind !== 'finding') return seenFixOf(item) !== undefined;
  return (
    trust === 'agent' && body.isOpen === true && source === 'transcript' && scopeKindOf(scope) === 'repo'
  );
}

/** Commands that version 0.1.0 kept by a list that let too much through: a person decides about them. */
const formerCommand = /^(?:Use|Run) `/;
