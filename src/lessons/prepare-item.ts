import type { ItemId, RedactedText } from '../model/brands.ts';
import { failureOf, type ItemBody } from '../model/item-body.ts';
import type { Anchor, ItemLayer, ItemType, MemoryItem, RelatedItem } from '../model/memory-item.ts';
import {
  believedAs,
  originOf,
  principalOf,
  type Scope,
  type Speaker,
  scopeKindOf,
} from '../model/provenance.ts';
import type { CommitId } from '../model/repository.ts';
import { redact } from '../redaction/redact.ts';
import { fingerprintOf, identityOf } from './fingerprint.ts';
import { titleOf } from './title-of.ts';

/** A new memory as given by its speaker; its texts may still contain secrets. */
export interface NewMemory {
  readonly id: ItemId;
  readonly content: string;
  readonly title?: string | undefined;
  /** Default: `fix` with a body, else `project_fact`. */
  readonly type?: ItemType | undefined;
  readonly scope: Scope;
  readonly tags: readonly string[];
  /** Paths, from the top of the repository, that it is about. */
  readonly references: readonly string[];
  readonly anchors: readonly Anchor[];
  /** What only some memories have; its texts are redacted already. */
  readonly body?: ItemBody | undefined;
  /** Default: as usual for the type. */
  readonly layer?: ItemLayer | undefined;
  /** What makes two memories of one scope the same. Default: type, content and failure. */
  readonly identity?: readonly string[] | undefined;
  readonly relatedItems?: readonly RelatedItem[] | undefined;
  readonly learnedAt?: CommitId | undefined;
  readonly speaker: Speaker;
  readonly nowMs: number;
}

export interface PreparedItem {
  readonly item: MemoryItem;
  /** Number of removed secrets. */
  readonly redactedSecrets: number;
}

const layers: Readonly<Record<ItemType, ItemLayer>> = {
  decision: 'semantic',
  constraint: 'semantic',
  preference: 'semantic',
  project_fact: 'semantic',
  fix: 'procedural',
  failure: 'episodic',
  command_result: 'episodic',
  task_state: 'working',
};

/** How sure a speaker is taken to be who does not say so. */
const confidenceOf: Readonly<Record<Speaker['kind'], number>> = { user: 0.9, agent: 0.6, unknown: 0.6 };

/** Layer that memories of a type usually belong to. */
export function layerOf(type: ItemType): ItemLayer {
  return layers[type];
}

export function typeOf({ type, body }: Pick<NewMemory, 'type' | 'body'>): ItemType {
  return type ?? (body === undefined ? 'project_fact' : 'fix');
}

/**
 * Makes a memory item from outside text: redacted, titled, with its speaker, and quarantined if a person must decide.
 * This is the only place that does so. Its card is not counted yet, so `tokenCost` is 0.
 */
export function prepareItem(memory: NewMemory): PreparedItem {
  const { nowMs, speaker, scope, body } = memory;
  const type = typeOf(memory);
  const content = redact(memory.content.trim());
  const failure = failureOf(body);
  // Before it is cut: half a secret is not known as one.
  const told = memory.title === undefined ? undefined : redact(memory.title);
  const title = redact(titleOf({ title: told, content, failure }));
  const item: MemoryItem = {
    id: memory.id,
    scope,
    layer: memory.layer ?? layerOf(type),
    type,
    title,
    content,
    tags: distinct(memory.tags.map((tag) => redact(tag.trim()))),
    source: speaker.source,
    confidence: confidenceOf[speaker.kind],
    salience: 0.5,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    accessCount: 0,
    references: distinct(memory.references.map(redact)),
    fingerprint: fingerprintOf(memory.identity ?? identityOf(type, content, failure)),
    status: 'active',
    relatedItems: memory.relatedItems ?? [],
    origin: originOf(speaker),
    principal: principalOf(speaker),
    trust: believedAs(speaker),
    quarantined: needsPerson(scope, speaker),
    anchors: memory.anchors,
    ...(memory.learnedAt === undefined ? {} : { learnedAt: memory.learnedAt }),
    tokenCost: 0,
    ...(body === undefined ? {} : { body }),
    extra: {},
  };
  // What makes two memories the same is not among what is written.
  const { identity: _, ...given } = memory;
  return { item, redactedSecrets: countMarks(JSON.stringify(item)) - countMarks(JSON.stringify(given)) };
}

/** Counts the placeholders of removed secrets. */
export function countMarks(text: string): number {
  return text.match(/\[redacted:[\w-]+\]/g)?.length ?? 0;
}

/** Whether a person must approve: an agent's lesson may not apply beyond its repository before that. */
function needsPerson(scope: Scope, { kind }: Speaker): boolean {
  return kind !== 'user' && scopeKindOf(scope) !== 'repo';
}

function distinct(texts: readonly RedactedText[]): readonly RedactedText[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
