import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** One object a line; gzipped when the name ends in `.gz`. The caller vouches for the shape. */
export function readJsonLines<Row>(path: string): readonly Row[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}
