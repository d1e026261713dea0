import type { Anchor } from '../model/anchor.ts';
import type { CommitId } from '../model/commit.ts';
import type { FailureProfile } from '../model/failure.ts';
import type { ItemBody, ItemId, ItemLayer, ItemType, MemoryItem } from '../model/memory-item.ts';
import type { RedactedText } from '../model/redacted-text.ts';
import { globalScope, type Scope, scopeKindOf } from '../model/scope.ts';
import { originOf, principalOf, type Speaker } from '../model/speaker.ts';
import { redact } from '../redaction/redact.ts';
import { fingerprintOf } from './fingerprint.ts';
import { titleOf } from './title.ts';

/** What somebody wants to be remembered; its texts may hold secrets still. */
export interface NewMemory {
  readonly id: ItemId;
  readonly content: string;
  readonly title?: string;
  /** Default: `fix` with a failure, else `project_fact`. */
  readonly type?: ItemType;
  readonly scope: Scope;
  readonly tags: readonly string[];
  /** Paths, from the top of the repository, that it is about. */
  readonly references: readonly string[];
  readonly anchors: readonly Anchor[];
  readonly failure?: FailureProfile;
  /** Command line that failed. */
  readonly command?: string;
  readonly learnedAt?: CommitId;
  readonly speaker: Speaker;
  readonly nowMs: number;
}

export interface PreparedItem {
  readonly item: MemoryItem;
  /** Secrets that were taken out. */
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
const confidenceOf: Readonly<Record<Speaker['kind'], number>> = { user: 0.9, agent: 0.6 };

export function typeOf({ type, failure }: Pick<NewMemory, 'type' | 'failure'>): ItemType {
  return type ?? (failure === undefined ? 'project_fact' : 'fix');
}

/**
 * A memory item out of what was said: redacted, named, bound to who said it, and put into quarantine where a person must
 * decide. The one place where items are made from outside text. Its card is not made yet, so `tokenCost` is 0.
 */
export function prepareItem(memory: NewMemory): PreparedItem {
  const { nowMs, speaker, scope, failure } = memory;
  const type = typeOf(memory);
  const content = redact(memory.content.trim());
  const body = bodyOf(memory);
  const title = redact(titleOf({ title: memory.title, content, failure }));
  const item: MemoryItem = {
    id: memory.id,
    scope,
    layer: layers[type],
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
    fingerprint: fingerprintOf(type, content, failure),
    status: 'active',
    relatedItems: [],
    origin: originOf(speaker),
    principal: principalOf(speaker),
    trust: speaker.kind,
    quarantined: needsPerson(scope, speaker),
    anchors: memory.anchors,
    ...(memory.learnedAt === undefined ? {} : { learnedAt: memory.learnedAt }),
    tokenCost: 0,
    ...(body === undefined ? {} : { body }),
    extra: {},
  };
  return { item, redactedSecrets: countMarks(JSON.stringify(item)) - countMarks(JSON.stringify(memory)) };
}

/** What stands where a secret was. */
function countMarks(text: string): number {
  return text.match(/\[redacted:[\w-]+\]/g)?.length ?? 0;
}

function bodyOf({ failure, command }: NewMemory): ItemBody | undefined {
  if (failure === undefined) return undefined;
  return { kind: 'resolution', failure, ...(command === undefined ? {} : { command: redact(command) }) };
}

/** What an agent learned in one repository does not speak to others until a person says so. */
function needsPerson(scope: Scope, { kind }: Speaker): boolean {
  return kind === 'agent' && (scope === globalScope || ['user', 'team'].includes(scopeKindOf(scope)));
}

function distinct(texts: readonly RedactedText[]): readonly RedactedText[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
