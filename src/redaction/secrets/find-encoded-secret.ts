import { isUtf8 } from 'node:buffer';
import type { SecretSpan } from './secret-span.ts';

/** Runs of base64, and lines of them as programs wrap them. */
const runs = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,}={0,2}/g;
const nextLine = /\n[A-Za-z0-9+/_-]{4,80}={0,2}(?=\n|$)/y;
const shortestWrapped = 60;
const longestWrapped = 80;
const probed = 24;
const unprintable = /[^\t\n\r\x20-\x7e\x80-\u{10ffff}]/u;

/** Runs of base64 in which a text with a secret is encoded: reading them takes no key. */
export function findEncodedSecrets(
  text: string,
  holdsSecret: (decoded: string) => boolean,
): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  for (const { 0: line, index } of text.matchAll(runs)) {
    if (index < (found.at(-1)?.end ?? 0) || !mayBeText(line.slice(0, probed))) continue;
    const run = text.slice(index, endOfLines(text, index, line.length));
    const bytes = Buffer.from(run, 'base64');
    if (!isUtf8(bytes)) continue;
    const decoded = bytes.toString('utf8');
    if (unprintable.test(decoded) || !holdsSecret(decoded)) continue;
    found.push({ start: index, end: index + run.length, kind: 'encoded-secret' });
  }
  return found;
}

/** Over the lines that programs wrap base64 into: all of one length, but for the last. */
function endOfLines(text: string, start: number, length: number): number {
  let end = start + length;
  if (length < shortestWrapped || length > longestWrapped) return end;
  for (;;) {
    nextLine.lastIndex = end;
    if (!nextLine.test(text)) return end;
    const isLast = nextLine.lastIndex - end - 1 < length;
    end = nextLine.lastIndex;
    if (isLast) return end;
  }
}

/** Most long runs are paths, names and digests, whose first bytes are no text. */
function mayBeText(beginning: string): boolean {
  for (const byte of Buffer.from(beginning.slice(0, 16), 'base64')) {
    if ((byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) || byte === 127) return false;
  }
  return true;
}
