import type { RepositoryPath } from '../model/repository.ts';
import { decodePath } from './path-encoding.ts';

const letters: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};
const shape = /^"(?:[^"\\]|\\(?:[abtnvfr"\\]|[0-3][0-7]{2}))*"$/su;
const pieces = /\\(?:([0-3][0-7]{2})|(.))|[^\\]+/gsu;

/**
 * Decodes a path that git prints in quotes because it has special characters (`"caf\303\251.ts"`). Undefined for text
 * that is not such a path.
 */
export function unquotePath(text: string): RepositoryPath | undefined {
  if (!shape.test(text)) return undefined;
  const bytes = [...text.slice(1, -1).matchAll(pieces)].map(([plain, octal, letter]) => {
    if (octal !== undefined) return Buffer.of(Number.parseInt(octal, 8));
    return letter === undefined ? Buffer.from(plain) : Buffer.of(letters[letter] ?? 0);
  });
  return decodePath(Buffer.concat(bytes));
}
