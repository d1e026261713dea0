import { isDeepStrictEqual } from 'node:util';
import type { Outcome } from '../model/decision.ts';
import { failureOf } from '../model/item-body.ts';
import { kindOf, type MemoryItem, type RelatedItem } from '../model/memory-item.ts';
import { type Scope, type Speaker, scopeKindOf } from '../model/provenance.ts';
import { isFields } from '../text/json/fields.ts';
import { lineFields, lineTimes, toItemId, writingField } from './item-fields.ts';
import {
  type Fields,
  fieldsOfItem,
  type ItemRecord,
  itemFromFields,
  plainFields,
  timeOf,
  toMs,
} from './item-from-fields.ts';
import { fingerprintOf, identityOf } from './prepare-item.ts';

interface Adoption {
  /** A person says that the file is their own export: its claims are believed. */
  readonly vouched: boolean;
  readonly speaker: Speaker;
  readonly nowMs: number;
  /** Scope of every memory, in place of the file's. */
  readonly scope?: Scope | undefined;
}

const importedOrigin = 'import';

/**
 * Turns a memory from a file into one of ours. Any program can write `"trust": "user"` into a file. Unless a
 * person vouches for the file, its memories are therefore untrusted, have the file as their speaker, and get
 * a fingerprint that no local memory has. So they are not shown unasked, and cannot confirm or change a
 * trusted memory.
 */
export function adoptItem({ item, outcomes, ...rest }: ItemRecord, adoption: Adoption): ItemRecord {
  const placed = adoption.scope === undefined ? item : { ...item, scope: adoption.scope };
  if (adoption.vouched && !isAdopted(placed)) return { ...rest, item: placed, outcomes };
  const said = notLaterThan(placed, adoption.nowMs);
  if (adoption.vouched) return { ...rest, item: claimNothing(said), outcomes };
  return { ...rest, item: distrust(said, adoption.speaker), outcomes: outcomes.map(distrustOutcome) };
}

/** Whether a memory came out of an unvouched file. */
export function isAdopted({ origin }: Pick<MemoryItem, 'origin'>): boolean {
  return origin === importedOrigin || origin.startsWith(`${importedOrigin}/`);
}

function distrust({ vouchedAtMs: _, ...told }: MemoryItem, { kind }: Speaker): MemoryItem {
  const item = withoutHardness(told);
  const holdsElsewhere = scopeKindOf(item.scope) !== 'repo';
  return {
    ...claimNothing(item),
    source: 'import',
    trust: 'untrusted',
    origin: isAdopted(item) ? item.origin : `${importedOrigin}/${item.origin}`,
    principal: behindFile(item.principal),
    quarantined: item.quarantined || (kind !== 'user' && holdsElsewhere),
  };
}

/** Only a person here may stop an agent's calls. */
function withoutHardness({ body, ...item }: MemoryItem): MemoryItem {
  return body === undefined || body.kind === 'hard_rule' ? item : { ...item, body };
}

/**
 * The memory as said by now at the latest: a memory of days to come would outlast all others, and no later word could
 * take its place. The line's own time is kept for the program that wrote it.
 */
function notLaterThan(item: MemoryItem, nowMs: number): MemoryItem {
  const late = lineTimes.filter(({ inItem, isPast }) => isPast && (item[inItem] ?? nowMs) > nowMs);
  if (late.length === 0) return item;
  const writing = writingOf(item);
  const told = late.map(({ inItem, inLine }) => [inLine, timeOf(item[inItem])] as const);
  return withWriting(
    { ...item, ...Object.fromEntries(late.map(({ inItem }) => [inItem, nowMs])) },
    { ...writing, values: { ...Object.fromEntries(told), ...writing.values }, takenAtMs: nowMs },
  );
}

/**
 * The memory with a fingerprint of its own, also when its own export is vouched for: else a line that was
 * forged long before could take the place of a later memory. Its claim is kept for the program that wrote it.
 */
function claimNothing(item: MemoryItem): MemoryItem {
  const writing = writingOf(item);
  const { source = item.source, fingerprint: claimed = item.fingerprint } = writing.values;
  const fingerprint = String(claimed);
  return withWriting(
    { ...item, fingerprint: ownFingerprint(item, fingerprint) },
    { ...writing, values: { ...writing.values, source, fingerprint } },
  );
}

/** Removes the weight of an outcome that was imported with its memory. */
function distrustOutcome(outcome: Outcome): Outcome {
  const id = outcome.id.startsWith('import ') ? outcome.id : `import ${outcome.id}`;
  return { ...outcome, id, by: 'inference', principal: behindFile(outcome.principal) };
}

function behindFile(principal: string): string {
  return principal === importedOrigin || principal.startsWith(`${importedOrigin}:`)
    ? principal
    : `${importedOrigin}:${principal}`;
}

/**
 * A lesson's fingerprint from its text and from the file's claim about it, so that memories which their program keeps
 * apart stay apart; for parts of a known failure, the file's fingerprint is not accepted.
 */
function ownFingerprint(item: MemoryItem, claimed: string): string {
  if (kindOf(item) !== 'lesson') return fingerprintOf(['imported', kindOf(item), item.id]);
  return fingerprintOf(['imported', ...identityOf(item.type, item.content, failureOf(item.body)), claimed]);
}

/**
 * How another program wrote the line of a memory, as far as ours would be written in another way. So that program gets
 * its own text back: `"id": "mem_1"`, `"ttlDays": null`, `"createdAt": "2026-02-22T10:00:00Z"`.
 */
export interface Writing {
  /** The fields its line had, in their order; absent for a line that was ours but for what follows. */
  readonly names?: readonly string[];
  /** Those of them that we do not know and that stand in `extra` meanwhile. */
  readonly foreign?: readonly string[];
  /** Fields that it spells in another way. */
  readonly values: Readonly<Record<string, unknown>>;
  /** When a line was taken that told of days to come; such times of the memory are this one. */
  readonly takenAtMs?: number;
}

const none: Writing = { values: {} };

export function writingOf({ extra }: Pick<MemoryItem, 'extra'>): Writing {
  const writing = extra[writingField];
  return isFields(writing) && isFields(writing.values) ? (writing as unknown as Writing) : none;
}

function withWriting(item: MemoryItem, writing: Writing): MemoryItem {
  return { ...item, extra: { ...item.extra, [writingField]: writing } };
}

/** Notes in a memory how the line it was read from is written, if not as we write it. */
export function noteWriting(item: MemoryItem, written: Fields): MemoryItem {
  const ours = fieldsOfItem(item);
  const foreign = Object.keys(written).filter((name) => !Object.hasOwn(ours, name));
  const values = Object.entries(written).filter(
    ([name, value]) =>
      Object.hasOwn(ours, name) &&
      (lineFields[name]?.isSpelled || value === null || value === '') &&
      !isDeepStrictEqual(value, ours[name]),
  );
  const writing = { foreign, values: Object.fromEntries(values) };
  if (written.format === undefined) return withWriting(item, { ...writing, names: Object.keys(written) });
  return foreign.length + values.length === 0 ? item : withWriting(item, writing);
}

/**
 * The fields of a memory in the spelling of the program that wrote them, where it still means the same, and in ours where
 * they changed since. So the kept spelling never differs from the memory in meaning.
 */
export function restoreWriting(item: MemoryItem, fields: Fields): Fields {
  const { foreign = [], values } = writingOf(item);
  const known = Object.entries(values).filter(([name]) => Object.hasOwn(fields, name));
  if (known.length + foreign.length === 0) return fields;
  const read = itemFromFields(plainFields({ ...fields, ...Object.fromEntries(known) }), item.createdAtMs);
  const same = known.filter(([name]) => isSame(name, read, item));
  const links = writtenLinks(item, values.relatedItems);
  return beside(foreign, { ...fields, ...links, ...Object.fromEntries(same), ...claimsOf(item) });
}

/** Its links, each as its line wrote it: the memories it claimed to replace, until a person decides. */
function writtenLinks({ relatedItems }: MemoryItem, written: unknown): Fields {
  if (!Array.isArray(written)) return {};
  const known = (written as readonly RelatedItem[]).map((link) => ({
    link,
    id: toItemId(link.id),
    relation: link.relation.toLowerCase(),
  }));
  const writtenAs = (link: RelatedItem) =>
    known.find(
      ({ id, relation }) =>
        id === link.id &&
        (relation === link.relation || (relation === 'supersedes' && link.relation === 'may_supersede')),
    )?.link ?? link;
  return { relatedItems: relatedItems.map(writtenAs) };
}

/** The memory with other links than its line told; the line's links are noted for a later reading of it. */
export function withLinks(item: MemoryItem, relatedItems: MemoryItem['relatedItems']): MemoryItem {
  const writing = writingOf(item);
  const values = { relatedItems: item.relatedItems, ...writing.values };
  return withWriting({ ...item, relatedItems }, { ...writing, values });
}

function isSame(name: string, read: MemoryItem, item: MemoryItem): boolean {
  const field = (lineTimes.find(({ inLine }) => inLine === name)?.inItem ?? name) as keyof MemoryItem;
  return isDeepStrictEqual(read[field], item[field]);
}

/** The claims of an unvouched memory about itself: nothing that trust depends on. */
function claimsOf(item: MemoryItem): Fields {
  if (!isAdopted(item)) return {};
  const { source, fingerprint } = writingOf(item).values;
  const isItsOwn = typeof fingerprint === 'string' && ownFingerprint(item, fingerprint) === item.fingerprint;
  return {
    ...daysToComeOf(item),
    ...(typeof source === 'string' ? { source } : {}),
    ...(isItsOwn ? { fingerprint } : {}),
  };
}

/** Times of a line that were not reached when it was taken; a memory said anew since is as old as that. */
function daysToComeOf(item: MemoryItem): Fields {
  const { values, takenAtMs } = writingOf(item);
  const late = lineTimes.filter(
    ({ inItem, inLine, isPast }) =>
      isPast && takenAtMs !== undefined && item[inItem] === takenAtMs && toMs(values[inLine]) > takenAtMs,
  );
  return Object.fromEntries(late.map(({ inLine }) => [inLine, values[inLine]]));
}

/** When a memory was made, as far as its line told. */
export function toldCreationOf(item: MemoryItem): number {
  const { createdAt } = daysToComeOf(item);
  return createdAt === undefined ? item.createdAtMs : toMs(createdAt);
}

/**
 * Whether the line of a memory has future dates, the same as when `earlier` was imported from it: a later import makes it no
 * newer.
 */
export function isTakenAgain(item: MemoryItem, earlier: MemoryItem): boolean {
  const { updatedAt } = daysToComeOf(item);
  const { values, takenAtMs } = writingOf(earlier);
  return updatedAt !== undefined && takenAtMs !== undefined && toMs(updatedAt) === toMs(values.updatedAt);
}

/** Fields that we do not know stand beside the others again, where they were. */
function beside(foreign: readonly string[], fields: Fields): Fields {
  const { extra, ...others } = fields;
  const kept = extra as Fields;
  const names = foreign.filter((name) => !Object.hasOwn(fields, name) && Object.hasOwn(kept, name));
  if (names.length === 0) return fields;
  const rest = Object.entries(kept).filter(([name]) => !names.includes(name));
  return {
    ...others,
    extra: Object.fromEntries(rest),
    ...Object.fromEntries(names.map((name) => [name, kept[name]])),
  };
}
