import { isUtf8 } from 'node:buffer';
import { type ChangedPlaces, ChangesNearby } from './changed-places.ts';
import type { SecretSpan } from './secret-span.ts';

const shortestRun = 16;
/** ASCII characters of base64, in both of its alphabets. */
const isOfBase64 = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9+/_-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Lines of base64 as programs wrap them. */
const nextLine = /\n[A-Za-z0-9+/_-]{4,80}={0,2}(?=\n|$)/y;
const shortestWrapped = 60;
const longestWrapped = 80;
const probed = 24;
/** A wrapped run depends on the line behind it, which tells whether it goes on. */
const reachOfRun = 100;
const unprintable = /[^\t\n\r\x20-\x7e\x80-\u{10ffff}]/u;

/** Runs of base64 in which a text with a secret is encoded: reading them takes no key. */
export function findEncodedSecrets(
  text: string,
  holdsSecret: (decoded: string) => boolean,
  changes?: ChangedPlaces,
): readonly SecretSpan[] {
  const found: SecretSpan[] = [];
  const nearby = changes && new ChangesNearby(changes);
  for (const [index, lineEnd] of changes ? runsAround(text, changes) : runsOfBase64(text)) {
    if (index < (found.at(-1)?.end ?? 0) || !mayBeText(text.slice(index, index + probed))) continue;
    const end = endOfLines(text, index, lineEnd - index);
    if (nearby && !nearby.isNear(index, end, reachOfRun)) continue;
    const run = text.slice(index, end);
    const bytes = Buffer.from(run, 'base64');
    if (!isUtf8(bytes)) continue;
    const decoded = bytes.toString('utf8');
    if (unprintable.test(decoded) || !holdsSecret(decoded)) continue;
    found.push({ start: index, end: index + run.length, kind: 'encoded-secret' });
  }
  return found;
}

/** Runs that begin so near before a change, or behind it, that what they are may depend on it. */
function* runsAround(text: string, changes: ChangedPlaces): Generator<readonly [start: number, end: number]> {
  let read = 0;
  for (const change of changes) {
    const to = Math.min(text.length, change.end + reachOfRun);
    if (to <= read) continue;
    let from = Math.max(read, change.start - reachOfRun);
    while (from > read && /[A-Za-z0-9+/_=\n-]/.test(text[from - 1] ?? '')) from--;
    yield* runsOfBase64(text, from, to);
    read = to;
  }
}

function* runsOfBase64(
  text: string,
  from = 0,
  to = text.length,
): Generator<readonly [start: number, end: number]> {
  let start = from;
  for (let at = from; at <= text.length && start <= to; at++) {
    const code = text.charCodeAt(at);
    if (code < 128 && isOfBase64[code] === 1) continue;
    if (at - start >= shortestRun) {
      const padding = text[at] !== '=' ? 0 : text[at + 1] === '=' ? 2 : 1;
      yield [start, at + padding];
    }
    start = at + 1;
  }
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
