import type { SQLInputValue } from 'node:sqlite';

export interface Condition {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
}

const afterEveryCharacter = '\u{10ffff}';

/**
 * Condition on a column of `encodeText` to begin with a text. An index on the column serves it: blobs, which such columns
 * hold where text is not plain, come after all text.
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
