import type { Anchor } from './anchor.ts';
import type { CommitId } from './commit.ts';
import type { EpisodeBody, PatternBody, VariantBody } from './failure-bodies.ts';
import type { ItemId } from './item-id.ts';
import type { PreferenceBody } from './preference-body.ts';
import type { RedactedText } from './redacted-text.ts';
import type { Scope } from './scope.ts';
import type { Trust } from './trust.ts';

export type { ItemId } from './item-id.ts';

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

/** Only active memories are recalled; the others are kept for whoever asks for them by name. */
export const itemStatuses = ['active', 'superseded', 'archived'] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const itemRelations = ['caused_by', 'resolved_by', 'supersedes', 'contradicts', 'depends_on'] as const;
export type ItemRelation = (typeof itemRelations)[number];

export interface RelatedItem {
  readonly id: ItemId;
  readonly relation: ItemRelation;
}

/** What only some memories have, beside the envelope. */
export type ItemBody = PatternBody | VariantBody | EpisodeBody | PreferenceBody;

/** What a memory is, by its body: `lesson` has none; the others are the parts of a known failure. */
export const itemKinds = ['lesson', 'variant', 'pattern', 'episode'] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Kinds that are found, listed, shown and judged by themselves. Patterns and episodes are parts of variants. */
export const standaloneKinds: readonly ItemKind[] = ['lesson', 'variant'];

/** A body of a kind that this version does not know is kept as it is, and its memory taken for a lesson. */
export function kindOf({ body }: Pick<MemoryItem, 'body'>): ItemKind {
  return itemKinds.find((kind) => kind === body?.kind) ?? 'lesson';
}

export function standsAlone(item: Pick<MemoryItem, 'body'>): boolean {
  return standaloneKinds.includes(kindOf(item));
}

/**
 * One memory: the envelope that everything precious shares (fields of Memory V2 and V3, then ours). Times are milliseconds
 * since 1970. Every text was redacted before it got here.
 */
export interface MemoryItem {
  readonly id: ItemId;
  readonly scope: Scope;
  readonly layer: ItemLayer;
  readonly type: ItemType;
  readonly title: RedactedText;
  readonly content: RedactedText;
  readonly tags: readonly RedactedText[];
  /** Through which door it came: `cli`, `mcp`, `hook`, `library`, `import`. */
  readonly source: string;
  /** How sure whoever said it was, 0–1. */
  readonly confidence: number;
  /** How much it should stand out among equals, 0–1. */
  readonly salience: number;
  /** Days after its last confirmation at which it expires; absent: never. */
  readonly ttlDays?: number;
  readonly createdAtMs: number;
  /** Last change or confirmation. */
  readonly updatedAtMs: number;
  readonly lastAccessedAtMs?: number;
  /** How often it was shown. */
  readonly accessCount: number;
  /** Paths, issues, commits or URLs it names. */
  readonly references: readonly RedactedText[];
  /** Equal for memories that say the same; unique within a scope. */
  readonly fingerprint: string;
  readonly status: ItemStatus;
  readonly supersededById?: ItemId;
  readonly relatedItems: readonly RelatedItem[];

  /** Which session of which program wrote it: `cli`, `mcp:claude-code`, `mcp:claude-code/5e0c…`. `forget --origin` takes it. */
  readonly origin: string;
  /** Who said it: `user:ada`, `agent:claude-code`. */
  readonly principal: string;
  readonly trust: Trust;
  /** When a person last vouched for it: what was said against it before counts no more. */
  readonly vouchedAtMs?: number;
  /** Waits for a person's decision and is shown to nobody else until then. */
  readonly quarantined: boolean;
  readonly anchors: readonly Anchor[];
  /** Commit that was checked out when it was learned: it holds where that commit is part of the history. */
  readonly learnedAt?: CommitId;
  /** It holds from here, in the world it speaks of; absent: always did. */
  readonly validFromMs?: number;
  readonly validToMs?: number;
  /** Tokens of its card. */
  readonly tokenCost: number;
  readonly body?: ItemBody;
  /** What other programs store along with a memory; kept as it is. */
  readonly extra: Readonly<Record<string, unknown>>;
}
