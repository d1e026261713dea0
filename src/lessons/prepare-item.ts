import type { ItemId, RedactedText } from '../model/brands.ts';
import { AfterwitError, invalidArgument } from '../model/errors.ts';
import type { FailureProfile } from '../model/failure.ts';
import { failureOf, type ItemBody, type Stance } from '../model/item-body.ts';
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
import { countTerms } from '../text/terms.ts';
import { oneLine } from '../text/words.ts';
import { tellingLine } from '../wording/telling-line.ts';

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
  /** Part that only some memories have; its texts are redacted already. */
  readonly body?: ItemBody | undefined;
  /** Default: as usual for the type. */
  readonly layer?: ItemLayer | undefined;
  /** Values that make two memories of one scope the same. Default: type, content and failure. */
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

/** Confidence of a speaker who does not state it. */
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
  // The identity of a memory is not among its written fields.
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

/** Identity of a memory: its text, ignoring case, spacing and the final full stop. */
export function identityOf(
  type: ItemType,
  content: string,
  failure: FailureProfile | undefined,
): readonly string[] {
  const lines = failure?.errorLines ?? [];
  // The fix of a failure without error lines differs from a lesson with the same words.
  const seen = failure !== undefined && lines.length === 0 ? ['nothing'] : lines;
  return [type, plain(content), failure?.command?.family ?? '', ...seen];
}

/** 32 hexadecimal digits, equal for equal identities. */
export function fingerprintOf(identity: readonly string[]): string {
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(/[.!]$/, '');
}

interface Titled {
  readonly title: string | undefined;
  readonly content: string;
  readonly failure: FailureProfile | undefined;
}

const longestTitle = 100;

/** One-line title: the given one, else the failure that it fixes, else the beginning of the content. */
export function titleOf({ title, content, failure }: Titled): string {
  if (title?.trim()) return cut(oneLine(title));
  const error = failure && tellingLine(failure);
  if (error !== undefined) return cut([failure?.command?.family, error].filter(Boolean).join(': '));
  const line = oneLine(content.slice(0, 4 * longestTitle).split('\n', 1)[0] ?? '');
  const [sentence = line] = line.split(/(?<=[.!?])\s/, 1);
  return cut(sentence);
}

function cut(text: string): string {
  if (text.length <= longestTitle) return text;
  const end = text.lastIndexOf(' ', longestTitle);
  return `${text.slice(0, end > longestTitle / 2 ? end : longestTitle)}…`;
}

const longestContent = 1_000_000;

/**
 * Refuses a text that no memory can hold, however it comes in.
 * @param whenEmpty message for a text without a word
 * @throws INVALID_ARGUMENT, TEXT_TOO_LARGE
 */
export function requireContent(content: string, whenEmpty: string): void {
  if (content.trim() === '') throw invalidArgument(whenEmpty);
  if (content.length <= longestContent) return;
  throw new AfterwitError(
    'TEXT_TOO_LARGE',
    `The text has ${content.length} characters; a memory holds at most ${longestContent}. Keep what matters, and name the file that has the rest.`,
    { data: { characters: content.length, limit: longestContent } },
  );
}

/**
 * A memory with a new wording. Its title is renewed too, unless it names a failure. @throws INVALID_ARGUMENT when they
 * are empty, TEXT_TOO_LARGE
 */
export function reviseContent(item: MemoryItem, words: string): MemoryItem {
  requireContent(words, 'The new text is empty. Give the new wording of the memory.');
  const content = redact(words.trim());
  const failure = failureOf(item.body);
  const title = failure === undefined ? redact(titleOf({ title: undefined, content, failure })) : item.title;
  return { ...item, content, title, fingerprint: fingerprintOf(identityOf(item.type, content, failure)) };
}

const longestStrategy = 200;

/** Drafts a preference with its identity. @throws INVALID_ARGUMENT, TEXT_TOO_LARGE */
export function draftPreference(stance: Stance, words: string) {
  const strategy = redact(words.trim());
  if (countTerms(strategy).size === 0) {
    throw invalidArgument(
      'The strategy has no words to compare fixes with. Name it in the words of a fix: "npm install --force".',
    );
  }
  if (strategy.length > longestStrategy) {
    throw new AfterwitError(
      'TEXT_TOO_LARGE',
      `The strategy has ${strategy.length} characters; at most ${longestStrategy} are allowed. Put the reasons into the text.`,
      { data: { characters: strategy.length, limit: longestStrategy } },
    );
  }
  return {
    body: { kind: 'preference' as const, stance, strategy },
    identity: ['preference', stance, strategy.toLowerCase().replaceAll(/\s+/g, ' ')],
  };
}
