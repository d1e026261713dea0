const escapeCode = '\u001b';
const bellCode = '\u0007';

/** Sequences that colour, move or title a terminal, whole: their printable tail would stay behind as litter. */
const terminalSequence = new RegExp(
  [
    `(?:${escapeCode}\\[|\\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]`,
    `${escapeCode}\\][^${bellCode}${escapeCode}\\n]{0,2048}(?:${bellCode}|${escapeCode}\\\\)`,
    `${escapeCode}[@-Z\\\\^_]`,
  ].join('|'),
  'g',
);

const mayMoveTerminal = new RegExp(`[${escapeCode}\u009b]`);

/** Characters that end a line in some programs: a lone carriage return (a progress bar), form feeds, separators of Unicode. */
const mayEndLine = /[\r\v\f\u0085\u2028\u2029]/;
const lineEnd = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

const ignorable = '\\p{Default_Ignorable_Code_Point}';

/**
 * Joiners in the spelling of a script or an emoji, and the variation selector that picks a form of the character before it.
 * Elsewhere such characters hide text or break a searched word. None counts beside a character that is itself taken out, or
 * a second pass would change the text again.
 */
const meaningfulForms = {
  joiner: [
    `(?<=[[\\p{L}\\p{M}]--[${ignorable}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}]])[\\u200C\\u200D]`,
    '(?<=\\p{Extended_Pictographic}[\\u{1F3FB}-\\u{1F3FF}]?\\uFE0F?)\\u200D(?=\\p{Extended_Pictographic}|[\\u2640\\u2642])',
  ],
  other: [
    '(?<=[\\p{Emoji}--[0-9#*]])[\\uFE0E\\uFE0F]|(?<=[0-9#*])\\uFE0F(?=\\u20E3)',
    '(?<=\\p{Script=Han})[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
    `(?<=[\\p{Script=Mongolian}--${ignorable}])[\\u180B-\\u180D\\u180F]`,
    `[\\u115F\\u1160](?=[\\p{Script=Hangul}--${ignorable}])`,
  ],
};
const patterns: { joiner?: RegExp; other?: RegExp } = {};
const neverJoins = 1;
const joins = 2;
const mayJoin = 3;
const farthestBefore = 5;
const farthestAfter = 3;
const mostAround = 1_000;
const joinsAround = new Map<string, boolean>();
/** A cache: what a character of the first plane tells about a joiner behind it; 0 where it is not known yet. */
const joinsBehind = new Uint8Array(65_536);
/** All that may mean something is in this range; what most texts hold of misleading characters is before it. */
const withMeaning = String.raw`\u115F|\u1160|[\u180B-\u180D]|\u180F|\u200C|\u200D|[\uFE00-\uFE02]|\uFE0E|\uFE0F`;
const mayMean = new RegExp(`${withMeaning}|[\\u{E0100}-\\u{E01EF}]`, 'u');
const halfOfPair = String.raw`[\uD800-\uDFFF]`;
const mayMeanOrPair = new RegExp(`${withMeaning}|${halfOfPair}`);
/** Characters that are always taken out: neither half of a pair nor able to carry meaning. */
const neverMeans = new RegExp(`^(?:(?!${halfOfPair}|${withMeaning})[^])+$`);
/** Pairs of most emoji, none of which misleads. */
const emojiOnly = /^[\u{1F000}-\u{1FAFF}]+$/u;

/**
 * Controls, bidirectional marks and overrides, zero-width, tag and filler characters, annotations, non-characters. A
 * function, since reading these classes takes 8 ms, and most texts hold none of them.
 */
const misleadingCharacters = () =>
  /[[\p{Cc}\p{Default_Ignorable_Code_Point}\u061C\uFFF9-\uFFFB\p{Noncharacter_Code_Point}]--[\n\t]]/gv;
let misleading: RegExp | undefined;
/** Ranges of all characters that may mislead, surrogates among them; they are found many times as fast. */
const misleadingRanges = [
  String.raw`\0-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e`,
  String.raw`\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff`,
].join('');
const mayMislead = new RegExp(`[${misleadingRanges}]+`, 'g');
/** Most texts hold none of them, and nothing is done to those. */
const mayChange = new RegExp(`[${misleadingRanges}\\u2028\\u2029]`);

/**
 * Well-formed text that reads as it looks: lone surrogates replaced by U+FFFD, line ends made `\n`, terminal sequences
 * and every character taken out that is invisible or reorders its neighbours. Text of all scripts and emoji survive.
 */
export function stripMisleadingCharacters(text: string): string {
  if (!mayChange.test(text)) return text;
  const wellFormed = text.toWellFormed();
  const untitled = mayMoveTerminal.test(wellFormed) ? wellFormed.replace(terminalSequence, '') : wellFormed;
  const lines = mayEndLine.test(untitled) ? untitled.replace(lineEnd, '\n') : untitled;
  if (lines.search(mayMislead) === -1) return lines;
  // To ask about each of them takes four times as long as to take all of them out.
  if (!mayMeanOrPair.test(lines)) return lines.replace(mayMislead, '');
  return lines.replace(mayMislead, (run, start: number) => {
    if (neverMeans.test(run)) return '';
    if (emojiOnly.test(run)) return run;
    if (run.length === 1 && isJoiner(run)) return isMeaningful(lines, start) ? run : '';
    misleading ??= misleadingCharacters();
    return run.replace(misleading, (character, index: number) =>
      mayMean.test(character) && isMeaningful(lines, start + index) ? character : '',
    );
  });
}

function isJoiner(character: string): boolean {
  return character === '\u200C' || character === '\u200D';
}

/** Text of some scripts joins every second character: what the one before tells is found out once. */
function isMeaningful(text: string, index: number): boolean {
  if (!isJoiner(text[index] ?? '')) return hasForm('other', text, index);
  const before = text.charCodeAt(index - 1);
  if (Number.isNaN(before) || (before & 0xf800) === 0xd800) return joinsHere(text, index);
  joinsBehind[before] ||= joinBehind(String.fromCharCode(before));
  return joinsBehind[before] === joins || (joinsBehind[before] === mayJoin && hasForm('joiner', text, index));
}

/** Emoji that are put together come again and again, and no form looks farther than this. */
function joinsHere(text: string, index: number): boolean {
  const around = text.slice(Math.max(0, index - farthestBefore), index + farthestAfter);
  let known = joinsAround.get(around);
  if (known === undefined) {
    known = hasForm('joiner', text, index);
    if (joinsAround.size >= mostAround) joinsAround.clear();
    joinsAround.set(around, known);
  }
  return known;
}

function joinBehind(character: string): number {
  if (hasForm('joiner', `${character}\u200D`, 1)) return joins;
  return /\p{Extended_Pictographic}|\uFE0F/u.test(character) ? mayJoin : neverJoins;
}

/** A pattern is made when the first such character is met: reading it takes longer than most texts. */
function hasForm(kind: keyof typeof meaningfulForms, text: string, index: number): boolean {
  patterns[kind] ??= new RegExp(meaningfulForms[kind].join('|'), 'vy');
  patterns[kind].lastIndex = index;
  return patterns[kind].test(text);
}
