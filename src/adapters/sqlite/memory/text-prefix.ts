import type { SQLInputValue } from 'node:sqlite';

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

const afterEveryCharacter = '\u{10ffff}';

/**
 * Condition that a column of `encodeText` begins with a text. An index on the column can answer it, because the blobs
 * in such columns sort after all texts.
 */
export function textPrefix(column: string, prefix: string): Condition {
  const bytes = Buffer.from(prefix, 'utf16le');
  const blobs = `(${column} >= x'' AND substr(${column}, 1, ?) = ?)`;
  const parameters = [bytes.length, bytes];
  if (!prefix.isWellFormed() || prefix.includes('\0')) return { sql: blobs, parameters };
  return {
    sql: `(${column} >= ? AND ${column} < ? OR ${blobs})`,
    parameters: [prefix, prefix + afterEveryCharacter, ...parameters],
  };
}
