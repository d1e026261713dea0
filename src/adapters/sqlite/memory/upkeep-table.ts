import { digestRowWithBody } from './digest.ts';
import type { Prepare } from './prepare.ts';
import type { RowWriter } from './row-writer.ts';

/** The only row. */
const only = 1;

/** How far upkeep has come. A damaged row is as good as none, and no damage to tell of: upkeep begins anew. */
export function readUpkeep(prepare: Prepare): string | undefined {
  const row = prepare('SELECT * FROM upkeep WHERE sequence = ?').get(only);
  const body = String(row?.body);
  return row === undefined || Number(row.digest) !== digestRowWithBody(body) ? undefined : body;
}

export function putUpkeep(writer: RowWriter, body: string): void {
  writer.run(
    `INSERT INTO upkeep (sequence, digest, body) VALUES (?, ?, ?)
     ON CONFLICT (sequence) DO UPDATE SET digest = excluded.digest, body = excluded.body`,
    only,
    digestRowWithBody(body),
    body,
  );
}
