import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonLines } from '../datasets/json-lines.ts';

/** A log of a failed build, with the part of it that a person says tells why. */
export interface LabelledLog {
  readonly id: string;
  readonly language: string;
  readonly repo: string;
  readonly text: string;
  readonly chunk: string;
}

/** Empty without the data. */
export function readLabelledLogs(data: string): readonly LabelledLog[] {
  const path = join(data, 'failures', 'logchunks.jsonl.gz');
  return existsSync(path) ? readJsonLines<LabelledLog>(path) : [];
}
