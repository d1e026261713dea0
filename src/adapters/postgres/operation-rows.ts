import type { TeamOperation } from '../../model/team.ts';
import { isFields } from '../../text/json/fields.ts';

/** COPY is refused under row-level security; so many a statement are as fast. */
const batchSize = 2_000;
/** A batch is one parameter, and a parameter must not become too large for a server's memory. */
const batchLength = 8_000_000;
const searchedLength = 20_000;

/** Name, type and, where it is read in another form, how. */
const columns: readonly (readonly [name: string, type: string, read?: string])[] = [
  ['position', 'bigint'],
  ['machine', 'uuid'],
  ['seq', 'bigint'],
  ['hlc_ms', 'bigint'],
  ['hlc_count', 'bigint'],
  ['kind', 'text'],
  ['min_reader', 'bigint'],
  ['place', 'text'],
  ['item', 'text'],
  ['over_ids', 'text[]'],
  ['principal', 'text'],
  ['body', 'text'],
  ['body_digest', 'bytea', "encode(body_digest, 'hex')"],
  ['signature', 'bytea', "encode(signature, 'base64')"],
  ['detail', 'text'],
];

export const operationColumns = {
  names: columns.map(([name]) => name).join(', '),
  types: columns.map(([name, type]) => `${name} ${type}`).join(', '),
  read: columns.map(([name, , read]) => (read === undefined ? name : `${read} AS ${name}`)).join(', '),
} as const;

/** As `pg` reads it: a `bigint` is a text. */
export interface OperationRow {
  readonly position: string | null;
  readonly machine: string;
  readonly seq: string;
  readonly hlc_ms: string;
  readonly hlc_count: string;
  readonly kind: string;
  readonly min_reader: string;
  readonly place: string;
  readonly item: string | null;
  readonly over_ids: readonly string[] | null;
  readonly principal: string;
  readonly body: string | null;
  readonly body_digest: string;
  readonly signature: string;
}

export function operationOf(row: OperationRow, team: string): TeamOperation {
  return {
    team,
    machine: hexOf(row.machine),
    seq: Number(row.seq),
    hlc: [Number(row.hlc_ms), Number(row.hlc_count)],
    kind: row.kind,
    minReader: Number(row.min_reader),
    ...(row.place === '' ? {} : { place: row.place }),
    ...(row.item === null ? {} : { item: row.item }),
    ...(row.over_ids === null ? {} : { over: row.over_ids }),
    principal: row.principal,
    body: row.body === null ? null : JSON.parse(row.body),
    bodyDigest: row.body_digest,
    // The server breaks lines.
    signature: row.signature.replaceAll('\n', ''),
  };
}

/** For `json_to_recordset`. */
export function rowOf(operation: TeamOperation, position: number): Readonly<Record<string, unknown>> {
  const { body } = operation;
  return {
    position,
    machine: operation.machine,
    seq: operation.seq,
    hlc_ms: operation.hlc[0],
    hlc_count: operation.hlc[1],
    kind: operation.kind,
    min_reader: operation.minReader,
    place: operation.place ?? '',
    item: operation.item ?? null,
    over_ids: operation.over ?? null,
    principal: operation.principal,
    body: body === null ? null : JSON.stringify(body),
    body_digest: `\\x${operation.bodyDigest}`,
    signature: `\\x${Buffer.from(operation.signature, 'base64').toString('hex')}`,
    detail: detailOf(operation),
    search: operation.kind === 'text' ? wordsOf(body?.item) : '',
  };
}

/** Returns the detail that narrows a search. */
function detailOf({ kind, body }: TeamOperation): string | null {
  const item = body?.item;
  const detail = kind === 'status' ? body?.status : isFields(item) ? item.type : undefined;
  return typeof detail === 'string' ? detail.slice(0, 100) : null;
}

/** Joins all words of a text, over all fields. */
function wordsOf(value: unknown): string {
  const texts: string[] = [];
  const collect = (part: unknown) => {
    if (typeof part === 'string') texts.push(part);
    else if (typeof part === 'object' && part !== null)
      for (const member of Object.values(part)) collect(member);
  };
  collect(value);
  return texts.join('\n').slice(0, searchedLength).replaceAll('\0', ' ').toWellFormed();
}

/** A uuid as the model writes it. */
function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '');
}

export function* batchesOf<T extends object>(rows: readonly T[]): Generator<readonly T[]> {
  let batch: T[] = [];
  let length = 0;
  for (const row of rows) {
    if (batch.length === batchSize || length > batchLength) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(row);
    length += 'body' in row && typeof row.body === 'string' ? row.body.length : 0;
  }
  if (batch.length > 0) yield batch;
}
