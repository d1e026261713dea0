import { isFiller, isPlaceholder, isPublishedKey, isSequence } from './judge-value.ts';
import { drawnPartOf } from './letter-pairs.ts';
import { announcesSecret, isHarmlessName, judgeName } from './rows/names.ts';
import type { SecretSpan } from './rule.ts';

/** What a drawn value is made of: digests and ids are mostly hexadecimal. */
type Alphabet = 'mixed' | 'single' | 'hex' | 'uuid';

/** Context of a value: a telling name, another telling word, an environment variable, or its own beginning. */
type Context = 'named' | 'near' | 'path' | 'setting' | 'announced';

const never = Infinity;
/** Fewest drawn characters that count as a secret: where nothing tells what they are, ids and digests look alike. */
const shortest: Readonly<Record<Context, Readonly<Record<Alphabet, number>>>> = {
  named: { mixed: 10, single: 11, hex: 16, uuid: 36 },
  near: { mixed: 12, single: 16, hex: 32, uuid: 36 },
  path: { mixed: 20, single: 20, hex: never, uuid: never },
  setting: { mixed: 20, single: 20, hex: never, uuid: never },
  announced: { mixed: 28, single: 28, hex: 40, uuid: never },
};
/** Without a word that tells, what is drawn has to look it. */
const surelyDrawn = 8;
const leastShare = 0.7;
export const shortestDrawn = 10;
export const drawnKind = 'secret';
const windowBefore = 80;
const nearestWord = 32;
const longestJudged = 400;
const longestGlue = 10;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hexadecimal = /^(?:0x)?(?:[0-9a-f_-]+|[0-9A-F_-]+)$/;
const publicAddress = /^0x[0-9a-f]{40}$/i;
/** What a token begins with so that it is known for one: a word or two, and a mark. */
const announcement = /^[A-Za-z][A-Za-z0-9]{1,11}(?:[_-][a-z0-9]{1,12}){0,2}[_-](?=[A-Za-z0-9])/;
const settingName = /^[A-Z][A-Z0-9_]+$/;

/** Whether a run of letters, digits and `+ / _ -` is, or holds, a secret that nothing but its look and its place tell. */
export function findDrawnValue(text: string, start: number, end: number): SecretSpan | undefined {
  if (text[end] === '(') return undefined;
  const judgedEnd = Math.min(end, start + longestJudged);
  const part = drawnPartOf(text, start, judgedEnd);
  if (part === undefined) return undefined;
  const run = text.slice(start, judgedEnd);
  // Between slashes stands another word of a path, unless the part is base64.
  const from = run.lastIndexOf('/', part.start) + 1;
  const slash = run.indexOf('/', part.end);
  const to = slash === -1 || part.end === longestJudged ? end - start : slash;
  const value = run.slice(from, to);
  if (value.length < shortestDrawn) return undefined;
  const beginning = announcement.exec(value)?.[0].length ?? 0;
  const mostly = part.end - part.start > leastShare * (value.length - beginning);
  const drawn = uuid.test(value) ? value : mostly ? value.slice(beginning) : run.slice(part.start, part.end);
  if (drawn.length < shortestDrawn) return undefined;
  const mayStandAlone = part.bits >= surelyDrawn;
  const isAnnounced = () =>
    mostly &&
    beginning > 0 &&
    !/^\.[a-z]/.test(text.slice(end, end + 2)) &&
    announces(value.slice(0, beginning), drawn);
  const context = contextOf(text, start, start + from, mayStandAlone, isAnnounced);
  if (context === undefined || drawn.length < shortest[context][alphabetOf(drawn)]) return undefined;
  if (
    publicAddress.test(value) ||
    isFiller(value) ||
    isSequence(value) ||
    isPlaceholder(value) ||
    isPublishedKey(value)
  )
    return undefined;
  return { start: start + from, end: start + to, kind: drawnKind };
}

/** Names of files have their digest behind a hyphen. */
function announces(beginning: string, drawn: string): boolean {
  if (isHarmlessName(beginning) || !/\d/.test(drawn)) return false;
  return beginning.endsWith('_') || !hexadecimal.test(drawn);
}

function alphabetOf(drawn: string): Alphabet {
  if (uuid.test(drawn)) return 'uuid';
  if (hexadecimal.test(drawn)) return 'hex';
  return /[a-z]/.test(drawn) && /[A-Z]/.test(drawn) ? 'mixed' : 'single';
}

function contextOf(
  text: string,
  runStart: number,
  start: number,
  mayStandAlone: boolean,
  isAnnounced: () => boolean,
): Context | undefined {
  const near = Math.max(0, start - windowBefore);
  const before = text.slice(near, start);
  const least = near + Math.max(before.lastIndexOf('\n'), before.lastIndexOf(']')) + 1;
  const name = nameBefore(text, least, start);
  const told = name === undefined ? undefined : judgeName(name);
  if (told !== undefined) return told === 'secret' ? 'named' : undefined;
  const isInPath = start !== runStart || /[/.@]/.test(text[start - 1] ?? '');
  if (isInPath && !mayStandAlone) return undefined;
  const words = text.slice(least, start);
  const behindWord = isInPath ? 'path' : 'near';
  const alone = () => (mayStandAlone && !isInPath ? contextAlone(name, isAnnounced) : undefined);
  const context = announcesSecret(words) ? behindWord : alone();
  // Asked last: few values come so far.
  return context === undefined || isHarmlessName(words.slice(-nearestWord)) ? undefined : context;
}

function contextAlone(name: string | undefined, isAnnounced: () => boolean): Context | undefined {
  if (name !== undefined) return settingName.test(name) ? 'setting' : undefined;
  return isAnnounced() ? 'announced' : undefined;
}

/** The name that a value is given: before `=`, `:`, `=>`, `||` or the end of a tag, and quotes. */
function nameBefore(text: string, least: number, start: number): string | undefined {
  let end = start;
  let assigns = false;
  while (end > least && start - end < longestGlue && ' \t"\'`=:>|,?({[\\'.includes(text[end - 1] as string)) {
    end--;
    assigns ||= '=:>|'.includes(text[end] as string);
  }
  if (!assigns) return undefined;
  let from = end;
  while (from > least && isOfName(text.charCodeAt(from - 1))) from--;
  return from === end ? undefined : text.slice(from, end);
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
