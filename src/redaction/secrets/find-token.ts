import {
  bitsPerCharacter,
  isFiller,
  isPlaceholder,
  isPublishedKey,
  isSequence,
  looksRandom,
} from './judge-value.ts';
import { isUnlikeWords } from './letter-pairs.ts';
import { type TokenRow, tokenRows } from './rows/tokens.ts';
import type { Scan, SecretReader, SecretSpan } from './rule.ts';
import { isInUuid, markerStart, startsToken } from './token-bounds.ts';

/** Keywords that are no part of a word: the text behind tells a token, whatever letters stand before. */
const announcement = /^(?:.{3,}_|.{4,}[.-]|(?=.*[_-]).{6,}|hf_|SG\.|AKIA|ASIA|AIza)$/;
/** Keywords with a final mark, or before drawn characters, rarely follow a mixed run by chance: `20260304T101112Zghp_…`. */
const shortRunBefore = /[^\w\]-][\w-]{1,23}$|^[\w-]{1,23}$/;
const markedAnnouncement = /^.{3,}[_.-]$/;
/** Other tokens may be glued to a word only; within a long mixed run they merely look like one. */
const wordBefore =
  /(?:^|[^A-Za-z0-9])(?:u00[0-9a-f]{2}|[a-z]{1,20}|[A-Z]{1,20}|[A-Z][a-z]{1,19}|[a-z]{1,12}\d{1,4}|\d{1,4})$/;
const longestWordBefore = 24;
const shortestWordAfter = 3;
const shortestCut = 8;
/** Half of the characters of a cut so short may ascend by chance; of a longer one they do only where it was made up. */
const longestByChance = 15;
const ascendingShareByChance = 0.75;
const joinedAgain = 512;
const shortestDrawn = 10;
/** Readings of machines keep to a few letters. */
const leastVariety = 3.2;
const surelyToken = 200;
const longestJudged = 80;
/** More of a run is not taken for the beginning of a token. */
const longestShown = 4_000;
const restOfRun = /[\w-]*/y;
const names = {
  between: /[._/=-]+|(?<=[a-z])(?=[A-Z])/,
  word: /^[A-Z]?[a-z]+$|^[A-Z]{3,}$|^\d{1,4}$/,
};
/** A name that begins with `npm_` goes on as it began, and not as `npm_NlArnxcC` does. */
const namesBehindUnderscore = { between: /[._/=-]+/, word: /^[a-z]+$|^[A-Z]{3,}$|^\d{1,4}$/ };
const shortestMeanWord = 4;
const restOfCut =
  /["'`]?[ \t]?(?:…|\.{3}|<?\[?\.{0,3}[ \t]?\+?\d+ (?:more )?(?:chars?|characters|bytes) ?(?:truncated|omitted|cut|more)?(?:…|\.{3}|\]|>)*)+[\w+/=-]+/y;
const cutHere =
  /^(?:\\?$|…|\.{3}|["'`]?\s*(?:…|\[?\.{3}|<?\[?(?:\+?\d+ (?:more )?\w+ )?(?:truncated|omitted|cut|more)\b|<?\[?\+?\d+ (?:chars|characters|bytes)\b))/i;

interface KeywordTraits {
  readonly beginsLikeWord: boolean;
  readonly announces: boolean;
  readonly isMarked: boolean;
  readonly isHexadecimal: boolean;
}

const traits = new Map<string, KeywordTraits>();

/** Asked of a keyword that was met, not of all when this file is loaded: a hook meets few, and takes 3 ms for all. */
function traitsOf(keyword: string): KeywordTraits {
  let known = traits.get(keyword);
  if (known === undefined) {
    known = {
      beginsLikeWord: /^[A-Za-z0-9]/.test(keyword),
      announces: announcement.test(keyword),
      isMarked: markedAnnouncement.test(keyword),
      isHexadecimal: /^[0-9a-f]+$/i.test(keyword),
    };
    traits.set(keyword, known);
  }
  return known;
}

/** Tokens known by what they begin with. */
export const tokenReaders: readonly SecretReader[] = tokenRows.map(readerOfTokens);

function readerOfTokens([kind, list, shape, rest]: TokenRow): SecretReader {
  const keywords = list.split(' ');
  let pattern: RegExp | undefined;
  const goesOn = rest === undefined ? undefined : new RegExp(`${rest}*`, 'y');
  const findBody = (text: string, index: number) => {
    pattern ??= new RegExp(`(?:${shape})(?!\\[redacted:)`, 'y');
    pattern.lastIndex = index;
    const body = pattern.exec(text)?.[0];
    if (body === undefined || isMadeUp(body.slice(0, longestJudged))) return undefined;
    if (goesOn === undefined) return body;
    goesOn.lastIndex = pattern.lastIndex;
    goesOn.test(text);
    return text.slice(index, goesOn.lastIndex);
  };
  return {
    keywords: keywords.map((keyword) => keyword.toLowerCase()),
    isToken: true,
    find(text, start, end, scan) {
      const keyword = text.slice(start, end);
      if (!keywords.includes(keyword)) return undefined;
      const { announces } = traitsOf(keyword);
      const isGlued = traitsOf(keyword).beginsLikeWord && !startsToken(text, start);
      if (isGlued && !announces) return undefined;
      const body = findBody(text, end);
      if (!mayBegin(text, start, keyword, isGlued, body)) return undefined;
      const mayGoOn = announces || keyword === 'ey';
      if (mayGoOn) announce(start, scan);
      const tokenEnd = endOfToken(text, end, body, isGlued, announces, scan);
      if (tokenEnd !== undefined)
        return isKnown(text, start, tokenEnd) ? undefined : { start, end: endOfTail(text, tokenEnd), kind };
      if (body !== undefined || isGlued || !mayGoOn) return undefined;
      return findCut(text, start, end, keyword, kind, scan);
    },
  };
}

/** Notes a token that may be parted; it is read once more with its parts joined. */
function announce(start: number, scan: Scan): void {
  scan.announced.push(start);
  scan.read += joinedAgain;
}

/** Whether a keyword stands where a token can begin, with what follows it. */
function mayBegin(text: string, start: number, keyword: string, isGlued: boolean, body?: string): boolean {
  const { announces, isMarked, isHexadecimal } = traitsOf(keyword);
  if (isHexadecimal && isInUuid(text, start)) return false;
  if (!isGlued) return true;
  if (!announces || text[start - 1] === ']') return false;
  const before = text.slice(Math.max(0, start - longestWordBefore), start);
  if (wordBefore.test(before)) return true;
  return shortRunBefore.test(before) && (isMarked || (body !== undefined && isDrawn(body)));
}

/** Whether letters alone are drawn: those of words follow each other in another way. */
function isDrawn(body: string): boolean {
  const judged = body.slice(0, longestJudged);
  if (bitsPerCharacter(judged) < leastVariety) return false;
  return isUnlikeWords(judged) || (/\d/.test(judged) && looksRandom(judged, shortestDrawn));
}

/** Where a token ends whose body was found; undefined if it is none, for what stands beside it. */
function endOfToken(
  text: string,
  from: number,
  body: string | undefined,
  isGlued: boolean,
  announces: boolean,
  { isEnd }: Scan,
): number | undefined {
  if (body === undefined) return undefined;
  const bodyEnd = from + body.length;
  const runsOn = /[A-Za-z0-9]/.test(text[bodyEnd] ?? '') && !isEnd(bodyEnd);
  if (!isGlued && !runsOn) return bodyEnd;
  // Only a token runs on for so long behind the beginning of one.
  const isLong = !isGlued && body.length >= surelyToken;
  if (!isLong && !(announces && isDrawn(body))) return undefined;
  if (!runsOn) return bodyEnd;
  restOfRun.lastIndex = bodyEnd;
  restOfRun.test(text);
  // A letter or two more are a token of another format, or none.
  return restOfRun.lastIndex - bodyEnd < shortestWordAfter ? undefined : restOfRun.lastIndex;
}

function isKnown(text: string, start: number, end: number): boolean {
  return text.startsWith(markerStart, end) || isPublishedKey(text.slice(start, Math.min(end, start + 60)));
}

function isMadeUp(body: string): boolean {
  return isFiller(body) || isSequence(body);
}

/**
 * A token that is shown by its beginning only: at the end of a text, before dots. It need not look drawn,
 * since few characters often do not; but it must not be a name (`npm_config_registry`). A shown part of its
 * end goes too.
 */
function findCut(
  text: string,
  start: number,
  end: number,
  keyword: string,
  kind: string,
  scan: Scan,
): SecretSpan | undefined {
  const runEnd = scan.tokenRuns.endAt(end);
  if (runEnd - end > longestShown) return undefined;
  let bodyEnd = Math.min(runEnd, scan.dots.after(end));
  while (bodyEnd > end && text[bodyEnd - 1] === '.') bodyEnd--;
  // The text behind the run decides most cases, and is the same for every keyword of the run.
  if (bodyEnd - end < shortestCut || !cutHere.test(text.slice(bodyEnd, bodyEnd + 40))) return undefined;
  const body = text.slice(end, bodyEnd);
  if (!mayBeBeginning(keyword, body) || isOfDocumentation(body)) return undefined;
  const leastShare = body.length <= longestByChance ? ascendingShareByChance : undefined;
  if (isFiller(body) || isSequence(body, leastShare)) return undefined;
  return { start, end: endOfTail(text, bodyEnd), kind };
}

/** Where the end of a token stands of which the middle was cut out. */
function endOfTail(text: string, headEnd: number): number {
  restOfCut.lastIndex = headEnd;
  return restOfCut.test(text) ? restOfCut.lastIndex : headEnd;
}

function mayBeBeginning(keyword: string, body: string): boolean {
  if (keyword === 'ey') return /^J[\w-]*(?:\.[\w-]*){0,2}$/.test(body) && looksRandom(body, shortestCut);
  if (/^A[KS]IA$/.test(keyword)) return /^[A-Z0-9]+$/.test(body);
  // `ext_cache=/home/…`: a name that is given a value, or a path.
  if (/^[a-z_]+[=/]/.test(body)) return false;
  return !isName(body, keyword.endsWith('_') ? namesBehindUnderscore : names);
}

/** `Myp2hOQK` begins like `my_token` and is none. */
function isOfDocumentation(body: string): boolean {
  return isPlaceholder(body) && (!/\d/.test(body) || /example|your|here|redacted|x{4}/i.test(body));
}

/** Words, and numbers between hyphens: of drawn characters as many are hardly ever so. */
function isName(body: string, { between, word }: typeof names): boolean {
  const words = body.split(between).filter((part) => part !== '');
  if (words.length * shortestMeanWord > body.length) return false;
  return words.every((part) => word.test(part));
}
