import { StringDecoder } from 'node:string_decoder';
import { adoptItem } from '../../lessons/adopt-item.ts';
import type { ItemRecord } from '../../lessons/item-from-fields.ts';
import { readItemLine } from '../../lessons/item-line.ts';
import type { ContradictionSettings } from '../../lessons/options.ts';
import type { ImportFile, ImportReport, LinePlace } from '../../model/answers/exchange-report.ts';
import { AfterwitError, invalidArgument } from '../../model/errors.ts';
import type { ItemLayer } from '../../model/memory-item.ts';
import type { Scope, Speaker } from '../../model/provenance.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import type { Clock, TokenCounter } from '../../ports/system.ts';
import { requirePerson } from '../items/review-request.ts';
import { withTokenCost } from '../memory/draft-item.ts';
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

interface ImportDependencies {
  readonly store: MemoryStore;
  readonly clock: Clock;
  readonly tokens: TokenCounter;
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
