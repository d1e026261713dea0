import { isFiller, isPlaceholder, isPublishedKey, isSequence } from './judge-value.ts';
import { drawnPartOf } from './letter-pairs.ts';
import { announcesSecret, isHarmlessName, judgeName } from './rows/names.ts';
import type { SecretSpan } from './rule.ts';
import { endOfMarker, markerStart } from './token-bounds.ts';

/** The alphabet of a drawn value: digests and ids are mostly hexadecimal. */
type Alphabet = 'mixed' | 'single' | 'hex' | 'uuid';

/** Context of a value: a telling name, another telling word, a place in an address, an environment variable, its own beginning. */
type Context = 'named' | 'near' | 'path' | 'address' | 'setting' | 'announced';

const never = Infinity;
/** Fewest drawn characters that count as a secret: where nothing tells what they are, ids and digests look alike. */
const shortest: Readonly<Record<Context, Readonly<Record<Alphabet, number>>>> = {
  named: { mixed: 10, single: 11, hex: 16, uuid: 36 },
  near: { mixed: 12, single: 16, hex: 32, uuid: 36 },
  path: { mixed: 20, single: 20, hex: never, uuid: never },
  address: { mixed: 20, single: 24, hex: 32, uuid: 36 },
  setting: { mixed: 20, single: 20, hex: 32, uuid: never },
  announced: { mixed: 28, single: 28, hex: 40, uuid: never },
};
/** Without a word that tells, what is drawn has to look it. */
const surelyDrawn = 8;
const leastShare = 0.6;
export const shortestDrawn = 10;
export const drawnKind = 'secret';
const windowBefore = 80;
const nearestWord = 32;
const longestJudged = 400;
const longestGlue = 10;
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const lengthOfUuid = 36;
const hexadecimal = /^(?:0x)?(?:[0-9a-f_-]+|[0-9A-F_-]+)$/;
const publicAddress = /^0x[0-9a-f]{40}$/i;
/** The prefix that announces a token: a word or two, and a mark. */
const announcement =
  /[A-Za-z][A-Za-z0-9]{1,11}(?:[_-](?:[a-z]{1,12}\d{0,2}|\d{1,2})){0,2}[_-](?=[A-Za-z0-9])/y;
/** Names of credentials within a beginning, as services put them there: `sk-`, `_pat_`. */
const tellingBeginning = /(?:^|[_-])(?:[a-z]?sk|ak|rk|key|api|pat|tkn|token|secret|auth|pw)[_-]/i;
const settingName = /^[A-Z][A-Z0-9_]+$/;
const headerName = /^x-[\w-]+(?<!id)$/i;
/** In an address a noun stands before an id; before a credential stands the host, a version, or where calls come in. */
const hostOnly = /:\/\/[^\s/"'<>]*\.[^\s/"'<>]+\/$/;
const addressOfCaller =
  /:\/\/[^\s"'<>]*\/(?:v\d{1,2}\/|[\w-]*(?:hooks?|receiver|invite|accept|magic|inputs?|rpc|mainnet)[\w-]*\/(?:[\w.~-]{1,40}\/){0,2})$/i;
const endOfSegment = /^(?:$|[/?#\s"'`<>),;\]])/;
const digestOfCommit = 40;

/** The secret in a run of letters, digits and `+ / _ -`, if its look and its place tell one. */
export function findDrawnValue(text: string, from: number, end: number): SecretSpan | undefined {
  if (text[end] === '(') return undefined;
  // The sign of a line that a patch adds.
  const start = text[from] === '+' && (from === 0 || text[from - 1] === '\n') ? from + 1 : from;
  const judgedEnd = Math.min(end, start + longestJudged);
  const part = drawnPartOf(text, start, judgedEnd);
  if (part === undefined) return undefined;
  const run = text.slice(start, judgedEnd);
  // Between slashes stands another word of a path, unless the part is base64.
  const first = run.lastIndexOf('/', part.start) + 1;
  const slash = run.indexOf('/', part.end);
  const to = slash === -1 || part.end === longestJudged ? end - start : slash;
  const value = run.slice(first, to);
  if (value.length < shortestDrawn) return undefined;
  announcement.lastIndex = 0;
  const beginning = announcement.test(value) ? announcement.lastIndex : 0;
  const id = value.length < lengthOfUuid ? undefined : uuid.exec(value)?.[0];
  const mostly = id !== undefined || part.end - part.start > leastShare * (value.length - beginning);
  const drawn = id ?? (mostly ? value.slice(beginning) : run.slice(part.start, part.end));
  if (drawn.length < shortestDrawn) return undefined;
  const announcedAs = (isNamed: boolean) =>
    mostly && beginning > 0 && !/^\.[a-z]/.test(text.slice(end, end + 2))
      ? judgeBeginning(value.slice(0, value.length - drawn.length), drawn, isNamed)
      : undefined;
  const place = { start: start + first, end: start + to, isInRun: first > 0 };
  const context = contextOf(text, place, part.bits >= surelyDrawn, announcedAs);
  if (context === undefined || drawn.length < shortest[context][alphabetOf(drawn)]) return undefined;
  if (context === 'setting' && drawn.length === digestOfCommit && hexadecimal.test(drawn)) return undefined;
  if (
    publicAddress.test(value) ||
    isFiller(value) ||
    isSequence(value) ||
    isPlaceholder(value) ||
    isPublishedKey(value)
  )
    return undefined;
  return { start: start + first, end: start + to, kind: drawnKind };
}

/** Names of files have their digest behind a hyphen. */
function judgeBeginning(beginning: string, drawn: string, isNamed: boolean): Context | undefined {
  if (isHarmlessName(beginning) || !/\d/.test(drawn)) return undefined;
  if (tellingBeginning.test(beginning)) return 'near';
  if (isNamed && /[A-Z]/.test(beginning)) return undefined;
  return beginning.endsWith('_') || !hexadecimal.test(drawn) ? 'announced' : undefined;
}

function alphabetOf(drawn: string): Alphabet {
  if (uuid.test(drawn)) return 'uuid';
  if (hexadecimal.test(drawn)) return 'hex';
  return /[a-z]/.test(drawn) && /[A-Z]/.test(drawn) ? 'mixed' : 'single';
}

function contextOf(
  text: string,
  { start, end, isInRun }: { readonly start: number; readonly end: number; readonly isInRun: boolean },
  mayStandAlone: boolean,
  announcedAs: (isNamed: boolean) => Context | undefined,
): Context | undefined {
  const near = Math.max(0, start - windowBefore);
  const before = text.slice(near, start);
  const isLine = before.endsWith('\n') && (text[end] ?? '\n') === '\n';
  const newline = before.lastIndexOf('\n', isLine ? before.length - 2 : undefined);
  const least = Math.max(near + newline + 1, endOfLastMarker(text, start));
  const name = nameBefore(text, least, start);
  const told = name === undefined ? undefined : judgeName(name);
  if (told !== undefined) return told === 'secret' ? 'named' : undefined;
  const isInPath = isInRun || /[/.@]/.test(text[start - 1] ?? '');
  const words = text.slice(least, start);
  const context = (): Context | undefined => {
    if (isInPath && isCredentialOfAddress(words, text.slice(start, end), text.slice(end, end + 2)))
      return 'address';
    if (isInPath && !mayStandAlone) return undefined;
    if (announcesSecret(words)) return isInPath ? 'path' : 'near';
    if (!mayStandAlone || isInPath) return undefined;
    if (name !== undefined && (settingName.test(name) || headerName.test(name))) return 'setting';
    return announcedAs(name !== undefined);
  };
  const found = context();
  // Asked last: few values come so far.
  return found === undefined || isHarmlessName(words.slice(-nearestWord)) ? undefined : found;
}

function isCredentialOfAddress(before: string, value: string, after: string): boolean {
  if (!before.includes('://') || !endOfSegment.test(after)) return false;
  const lastSegment = value.lastIndexOf('/') + 1;
  if (lastSegment === 0 && hostOnly.test(before)) return !/^\/\w/.test(after);
  return addressOfCaller.test(before + value.slice(0, lastSegment));
}

/** The name that a value is given: before `=`, `:`, `=>`, `||` or the end of a tag, and quotes. */
function nameBefore(text: string, least: number, start: number): string | undefined {
  let end = start;
  let assigns = false;
  while (
    end > least &&
    start - end < longestGlue &&
    ' \t"\'`=:>|,?({[]\\'.includes(text[end - 1] as string)
  ) {
    end--;
    assigns ||= '=:>|'.includes(text[end] as string);
  }
  if (!assigns) return undefined;
  let from = end;
  while (from > least && isOfName(text.charCodeAt(from - 1))) from--;
  return from === end ? undefined : text.slice(from, end);
}

function endOfLastMarker(text: string, start: number): number {
  const near = Math.max(0, start - 2 * windowBefore);
  const marker = text.slice(near, start).lastIndexOf(markerStart);
  return marker === -1 ? 0 : endOfMarker(text, near + marker);
}

/** Letters, digits and `_ - .`. */
function isOfName(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46
  );
}
