import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A text, gzipped when the name ends in `.gz`. */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** One object a line of such a text. The caller vouches for the shape. */
export function readJsonLines<Row>(path: string): readonly Row[] {
  return readText(path)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row);
}
