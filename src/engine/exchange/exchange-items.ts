import { StringDecoder } from 'node:string_decoder';
import { adoptItem, toldCreationOf } from '../../lessons/adopt-item.ts';
import type { ItemRecord } from '../../lessons/item-from-fields.ts';
import { readItemLine, writeItemLine, writeV2Line } from '../../lessons/item-line.ts';
import type { ContradictionSettings } from '../../lessons/options.ts';
import {
  type ImportFile,
  type ImportReport,
  type LinePlace,
  type PlacedLine,
  v2FileOf,
} from '../../model/answers/exchange-report.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import { type ItemLayer, kindOf, type MemoryItem } from '../../model/memory-item.ts';
import { type Scope, type Speaker, scopeKindOf } from '../../model/provenance.ts';
import type { RepositoryId } from '../../model/repository.ts';
import type { MemoryReader, MemoryStore } from '../../ports/memory-store.ts';
import { requirePerson } from '../items/review-request.ts';
import { type RememberDependencies, withTokenCost } from '../memory/draft-item.ts';
import { partsOf, wholeIdOf } from '../memory/find-item.ts';
import { ImportLedger, putRecord } from './put-record.ts';

export interface ImportRequest {
  readonly files: Iterable<ImportFile> | AsyncIterable<ImportFile>;
  /** A person declares that the file is their own export, so that its claims are accepted. */
  readonly vouched: boolean;
  /** It is the shared file of a repository: of a line, only the fields that `share` writes are taken. */
  readonly shared?: boolean | undefined;
  /** Scope of all memories, in place of the file's. */
  readonly scope?: Scope | undefined;
  readonly speaker: Speaker;
  readonly signal?: AbortSignal | undefined;
}

interface ImportDependencies extends Pick<RememberDependencies, 'store' | 'clock' | 'tokens'> {
  /** Default: contradicted memories are looked for. */
  readonly contradiction?: ContradictionSettings | undefined;
}

/** A parsed line, not written yet. */
interface ReadLine {
  readonly place: LinePlace;
  readonly record: ItemRecord;
}

/** A memory has at most a million characters; its failure and its outcomes come on top. */
const longestLine = 8_000_000;
/** Records per transaction; finished batches are kept when the import is interrupted. */
const batchSize = 200;

/**
 * Lines → memories, checked and redacted → their claims limited → written in batches. An invalid line is skipped and
 * reported. Idempotent, so an interrupted import is resumed by running it again.
 * @throws NEEDS_PERSON when an agent vouches, INTERRUPTED, and the store's errors
 */
export async function importItems(
  request: ImportRequest,
  dependencies: ImportDependencies,
): Promise<ImportReport> {
  if (request.vouched) requirePerson(request.speaker, 'vouch for the content of a file');
  const ledger = new ImportLedger();
  const terms = { vouched: request.vouched, contradiction: dependencies.contradiction };
  let batch: ReadLine[] = [];
  const write = async (): Promise<void> => {
    requireTime(request.signal);
    const lines = batch;
    batch = [];
    await dependencies.store.transact((transaction) => {
      for (const { place, record } of lines)
        ledger.attempt(place, () => putRecord(transaction, record, ledger, terms));
    });
  };
  for await (const { name: file, layer, lines } of request.files) {
    for await (const line of splitLines(lines, longestLine)) {
      ledger.lineCount += 1;
      const place: LinePlace = { ...(file === undefined ? {} : { file }), line: line.number };
      const record = ledger.attempt(place, () => readLine(line, layer, request, dependencies));
      if (record !== undefined) {
        const item = await withTokenCost(record.item, dependencies.tokens);
        batch.push({ place, record: { ...record, item } });
      }
      if (batch.length >= batchSize) await write();
    }
  }
  if (batch.length > 0) await write();
  return ledger.report();
}

function readLine(
  line: StreamedLine,
  layer: ItemLayer | undefined,
  { scope, shared, vouched, speaker }: ImportRequest,
  { clock }: ImportDependencies,
): ItemRecord {
  if (line.kind === 'tooLong')
    throw new AfterwitError(
      'TEXT_TOO_LARGE',
      `The line is longer than ${longestLine} characters, more than any memory. Check its line ends.`,
      { data: { limit: longestLine } },
    );
  const nowMs = clock.nowMs();
  const record = readItemLine(line.text, { nowMs, layer, shared });
  if (shared && record.item.body?.kind === 'episode')
    throw invalidArgument(
      'The line tells of one time that a failure was met, which is evidence of one home and never shared. Take the line out of the file.',
    );
  return adoptItem(record, { vouched, speaker, scope, nowMs });
}

function requireTime(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  throw new AfterwitError(
    'INTERRUPTED',
    'The import was stopped. Imported memories are kept; run it again to continue.',
  );
}

/** A line of a stream; a line over the limit is `tooLong` and has no text. */
export type StreamedLine =
  | { readonly kind: 'line'; readonly number: number; readonly text: string }
  | { readonly kind: 'tooLong'; readonly number: number };

/** Lines of a stream of any length, one at a time, without empty ones. Holds at most one line and one chunk. */
export async function* splitLines(
  source: AsyncIterable<Uint8Array | string>,
  longestCharacters: number,
): AsyncIterable<StreamedLine> {
  const decoder = new StringDecoder('utf8');
  let held: string[] = [];
  let length = 0;
  let number = 0;
  const finish = (): StreamedLine | undefined => {
    number += 1;
    const isTooLong = length > longestCharacters;
    const text = isTooLong
      ? ''
      : held
          .join('')
          .replace(/^\ufeff/, '')
          .trim();
    held = [];
    length = 0;
    if (isTooLong) return { kind: 'tooLong', number };
    return text === '' ? undefined : { kind: 'line', number, text };
  };
  const hold = (part: string): void => {
    length += part.length;
    if (length <= longestCharacters) held.push(part);
    else held = [];
  };
  for await (const chunk of source) {
    const [first = '', ...others] = (
      typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk))
    ).split('\n');
    hold(first);
    for (const part of others) {
      const line = finish();
      if (line !== undefined) yield line;
      hold(part);
    }
  }
  hold(decoder.end());
  const last = length === 0 ? undefined : finish();
  if (last !== undefined) yield last;
}

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
