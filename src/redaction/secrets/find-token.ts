import { readAcrossLines } from './across-lines.ts';
import { isPlaceholder } from './is-placeholder.ts';
import { isFiller, isSequence, looksRandom } from './looks-random.ts';
import { markerStart } from './marker.ts';
import { isPublishedKey } from './published-keys.ts';
import type { SecretDetector, SecretSpan } from './secret-span.ts';
import { startsToken } from './starts-token.ts';
import { tokenFormats } from './token-formats.ts';

/** Literals that no word begins or ends with: what follows tells a token from a word, whatever the letters before are. */
const announcement = /^(?:.{3,}_|.{4,}[.-]|(?=.*[_-]).{6,}|hf_|SG\.|AKIA|ASIA|AIza)$/;
/** Those that end with a mark hardly stand by chance behind a short mixed run either: `20260304T101112Zghp_…`. */
const shortRunBefore = /[^\w\]-][\w-]{1,23}$|^[\w-]{1,23}$/;
const markedAnnouncement = /^.{3,}[_.-]$/;
/** A word is what other tokens may be glued to; of a long mixed run they are no more than a part that looks like one. */
const wordBefore =
  /(?:^|[^A-Za-z0-9])(?:u00[0-9a-f]{2}|[a-z]{1,20}|[A-Z]{1,20}|[A-Z][a-z]{1,19}|[a-z]{1,12}\d{1,4}|\d{1,4})$/;
const longestWordBefore = 24;
const shortestWordAfter = 3;
const shortestCut = 8;
const shortestDrawn = 10;
const surelyToken = 200;
const longestJudged = 80;
/** Longer than what is judged of a run and the digits and words that tell of a cut (`…120 characters omitted`). */
const longestShown = 340;
const longestJoint = 160;
const longestWrapped = 2_600;
const goesOn =
  /^(?:\\\n[ \t]*\S|["']?[ \t]{0,4}[+.]?[ \t]{0,4}(?:\n|\\n)[ \t>|+#*]{0,24}["']?(?=[\w+/=.-]{0,79}\d)[\w+/=.-]{4,}["',;)]{0,3}(?:\s|\\|$))/;
const restOfRun = /[\w-]*/y;
const runOfToken = /[\w-]{8,300}/y;
const cutHere = /^(?:\\?$|…|\.{3}|["'`]?\s*(?:…|\[?\.{3}|<?\[?(?:\d+ \w+ )?(?:truncated|omitted|cut)\b))/i;

/** Tokens known by what they begin with. */
export const tokenDetectors: readonly SecretDetector[] = tokenFormats.map(
  ([kind, literal, rest, repetitive]) => {
    const beginsLikeWord = /^[A-Za-z0-9]/.test(literal);
    const announces = announcement.test(literal);
    const isMarked = markedAnnouncement.test(literal);
    let pattern: RegExp | undefined;
    let reach: number | undefined;
    const bodyAt = (text: string, index: number): string | undefined => {
      pattern ??= new RegExp(`(?:${rest})(?!\\[redacted:)`, 'y');
      pattern.lastIndex = index;
      const body = pattern.exec(text)?.[0];
      return body === undefined || (!repetitive && isMadeUp(body.slice(0, longestJudged))) ? undefined : body;
    };
    return {
      literals: [literal.toLowerCase()],
      // Only asked for where a text is read again.
      get reach() {
        reach ??= longestWrapped + longestOf(rest);
        return reach;
      },
      find(text, start, end, progress) {
        if (!text.startsWith(literal, start)) return undefined;
        const isGlued = beginsLikeWord && !startsToken(text, start);
        if (isGlued && !(announces && mayBeGlued(text, start, isMarked))) return undefined;
        const body = bodyAt(text, end);
        const wrapped =
          announces || literal === 'ey'
            ? endOfWrapped(text, end, progress.tokenRuns.endAt(end), literal, body, bodyAt)
            : undefined;
        const tokenEnd = wrapped ?? endOfToken(text, end, body, isGlued, announces);
        if (tokenEnd !== undefined)
          return isKnown(text, start, tokenEnd) ? undefined : { start, end: tokenEnd, kind };
        const mayBeCut = announces && !isGlued && body === undefined;
        return mayBeCut && progress.wordRuns.endAt(end) - end <= longestShown
          ? findCut(text, start, end, literal, kind)
          : undefined;
      },
    };
  },
);

/** How many characters a regular expression matches at most, nothing in it being without a bound. */
function longestOf(pattern: string): number {
  const counts = pattern.matchAll(/\{(?:\d+,)?(\d+)\}/g);
  return [...counts].reduce((sum, [, most]) => sum + Number(most), pattern.length);
}

/** Where a token ends whose body was found; undefined if it is none, for what stands beside it. */
function endOfToken(
  text: string,
  from: number,
  body: string | undefined,
  isGlued: boolean,
  announces: boolean,
): number | undefined {
  if (body === undefined) return undefined;
  const bodyEnd = from + body.length;
  const runsOn = /[A-Za-z0-9]/.test(text[bodyEnd] ?? '');
  if (!isGlued && !runsOn) return bodyEnd;
  // Nothing else runs on for so long behind the beginning of a token.
  const isLong = !isGlued && body.length >= surelyToken;
  if (!isLong && !(announces && looksRandom(body.slice(0, longestJudged), shortestDrawn))) return undefined;
  if (!runsOn) return bodyEnd;
  restOfRun.lastIndex = bodyEnd;
  restOfRun.test(text);
  // A letter or two more are a token of another format, or none.
  return restOfRun.lastIndex - bodyEnd < shortestWordAfter ? undefined : restOfRun.lastIndex;
}

/** Where a token ends that goes on in the next line, or lines. */
function endOfWrapped(
  text: string,
  from: number,
  runEnd: number,
  literal: string,
  body: string | undefined,
  bodyAt: (text: string, index: number) => string | undefined,
): number | undefined {
  const run = readAcrossLines(text, from, runEnd, literal);
  if (run === undefined || (body !== undefined && body.length < run.first)) return undefined;
  // A token that ends where the line does is whole, unless the next line holds nothing but more of the like.
  if (body !== undefined && !goesOn.test(text.slice(from + body.length, from + body.length + longestJoint)))
    return undefined;
  const whole = bodyAt(literal + run.joined, literal.length);
  if (whole === undefined || whole.length <= run.first) return undefined;
  const end = run.place(whole.length - 1) + 1;
  // What may be whole already takes in a line to its end or none of it: the line may be a token of another kind.
  return body !== undefined && /[\w+/=.-]/.test(text[end] ?? '') ? undefined : end;
}

function isKnown(text: string, start: number, end: number): boolean {
  return text.startsWith(markerStart, end) || isPublishedKey(text.slice(start, Math.min(end, start + 60)));
}

function mayBeGlued(text: string, start: number, isMarked: boolean): boolean {
  if (text[start - 1] === ']') return false;
  const before = text.slice(Math.max(0, start - longestWordBefore), start);
  return wordBefore.test(before) || (isMarked && shortRunBefore.test(before));
}

function isMadeUp(body: string): boolean {
  return isFiller(body) || isSequence(body);
}

/** A token of which somebody showed the beginning only: at the end of a text, before dots. */
function findCut(
  text: string,
  start: number,
  end: number,
  literal: string,
  kind: string,
): SecretSpan | undefined {
  if (!/[_-]$/.test(literal)) return undefined;
  runOfToken.lastIndex = end;
  const body = runOfToken.exec(text)?.[0];
  if (body === undefined || !looksRandom(body, shortestCut) || isPlaceholder(body)) return undefined;
  if (!cutHere.test(text.slice(runOfToken.lastIndex, runOfToken.lastIndex + 40))) return undefined;
  return { start, end: runOfToken.lastIndex, kind };
}
