import { toldCreationOf } from '../../lessons/adopt-item.ts';
import type { ItemRecord } from '../../lessons/item-from-fields.ts';
import { writeItemLine, writeV2Line } from '../../lessons/item-line.ts';
import { type PlacedLine, v2FileOf } from '../../model/answers/exchange-report.ts';
import { kindOf, type MemoryItem } from '../../model/memory-item.ts';
import { type Scope, scopeKindOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryReader, MemoryStore } from '../../ports/memory-store.ts';
import { partsOf, wholeIdOf } from '../memory/find-item.ts';

const hexadecimal = [...'0123456789abcdef'];
/** Id prefixes: each one is a page, read in one transaction. */
const pages = hexadecimal.flatMap((first) => hexadecimal.map((second) => first + second));

/**
 * Exports memories with their outcomes, one per line, ordered by id; a pattern is followed by its variants, and each
 * variant by its episodes. Holds about 1/256 of the memories at a time. Each page is one consistent read, so a memory
 * written meanwhile may be missing but is never incomplete.
 * @param scopes default: every scope
 */
export function* exportItems(store: MemoryStore, scopes?: readonly Scope[]): Iterable<string> {
  yield* eachRecord(store, scopes, writeItemLine);
}

/** The same as lines of Memory V2, each with its place in the layout of V2. */
export function exportV2(store: MemoryStore, scopes?: readonly Scope[]): Iterable<PlacedLine> {
  return eachRecord(store, scopes, (record) => ({
    file: v2FileOf({ layer: record.item.layer, createdAtMs: toldCreationOf(record.item) }),
    line: writeV2Line(record),
  }));
}

function* eachRecord<T>(
  store: MemoryStore,
  scopes: readonly Scope[] | undefined,
  write: (record: ItemRecord) => T,
): Iterable<T> {
  for (const page of pages) yield* store.read((reader) => recordsOf(reader, page, scopes).map(write));
}

function recordsOf(
  reader: MemoryReader,
  idPrefix: string,
  scopes: readonly Scope[] | undefined,
): readonly ItemRecord[] {
  return reader
    .itemsByIdPrefix(idPrefix, Number.MAX_SAFE_INTEGER)
    .filter(({ scope }) => scopes?.includes(scope) ?? true)
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((item) => (isPartOfKnown(reader, item) ? [] : treeOf(reader, item)))
    .map((item) => toRecord(reader, item));
}

/** Whether it is exported together with its whole. */
function isPartOfKnown(reader: MemoryReader, item: MemoryItem): boolean {
  const whole = wholeIdOf(item);
  return whole !== undefined && reader.item(whole) !== undefined;
}

function treeOf(reader: MemoryReader, item: MemoryItem): readonly MemoryItem[] {
  if (kindOf(item) === 'lesson') return [item];
  return [item, ...partsOf(reader, item.id).flatMap((part) => treeOf(reader, part))];
}

function toRecord(reader: MemoryReader, item: MemoryItem): ItemRecord {
  const outcomes = reader.outcomesAbout([item.id]).get(item.id) ?? [];
  return { item, outcomes, repositoryName: repositoryNameOf(reader, item.scope) };
}

function repositoryNameOf(reader: MemoryReader, scope: Scope): string | undefined {
  if (scopeKindOf(scope) !== 'repo') return undefined;
  return reader.repository(scope.slice('repo:'.length) as RepositoryId)?.name;
}
