import type { SQLOutputValue } from 'node:sqlite';

/** For columns of type ANY that hold text of any kind (paths whose bytes are not UTF-8, say). */
export type TextValue = string | Uint8Array;

/**
 * SQLite stores UTF-8, which has no lone surrogates, and Node 22 reads text up to the first NUL only: text with either is
 * kept as a blob of UTF-16.
 */
export function encodeText(text: string): TextValue {
  return text.isWellFormed() && !text.includes('\0') ? text : Buffer.from(text, 'utf16le');
}

export function decodeText(value: SQLOutputValue | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf16le') : String(value);
}
