const beyondAscii = /[\u0080-\uffff]/;

export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

/** Beyond ASCII all but punctuation, arrows, mathematics, boxes and dingbats, of which none is a letter or a digit. */
const letterBeyondAscii = /[\u00aa-\u200f\u2070-\u218f\u2460-\u24ff\u2776-\u2793\u2c00-\uffff]/;

/**
 * Whether a text has no letters or digits beyond ASCII; signs such as `●`, `›` and typographic quotes do not count. For
 * expressions that tell letters and digits from other characters.
 */
export function hasAsciiWords(text: string): boolean {
  return !letterBeyondAscii.test(text);
}

/**
 * Picks the fitting one of two equivalent expressions, with `[A-Za-z]` or `\p{L}`, for a text. A class of Unicode takes 2 to
 * 10 ms to compile, and most programs print ASCII alone.
 * @param unicode makes the expression: it is not even parsed before it is needed
 * @param isPlain whether the first is right: {@link hasAsciiWords} where it matches letters and digits alone
 */
export function patternFor(text: string, ascii: RegExp, unicode: () => RegExp, isPlain = isAscii): RegExp {
  return isPlain(text) ? ascii : unicode();
}

const asciiWord = /[A-Za-z0-9_]+/g;
/**
 * ASCII letters and digits, and characters beyond ASCII other than punctuation, arrows, mathematics, boxes and dingbats, which
 * programs print beside ASCII.
 */
const mayBeWord = /[A-Za-z0-9_\u00aa-\u200f\u2070-\u218f\u2460-\u24ff\u2776-\u2793\u2c00-\ufffc]+/g;

/** The words of a text: runs of letters, digits and underscores of all scripts. */
export function wordsIn(text: string): readonly string[] {
  if (isAscii(text)) return text.match(asciiWord) ?? [];
  const runs = text.match(mayBeWord) ?? [];
  return runs.flatMap((run) => (isAscii(run) ? run : (run.match(/[\p{L}\p{N}_]+/gu) ?? [])));
}

const asciiPart = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const part = () => /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{Lu}+|\p{N}+/gu;

/** Parts of an identifier by case and underscore: `parseHTTPHeader_v2` → `parse`, `HTTP`, `Header`, `v`, `2`. */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.match(patternFor(identifier, asciiPart, part)) ?? [];
}

/** A text on one line: each run of white space, ends of lines among them, is one space. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085]+/g, ' ').trim();
}

/**
 * Light English stemmer for a lower-case word: plural and the commonest verb endings, so that "crashes", "crashed" and "crash"
 * meet. Weaker than Porter's, because code words such as `class`, `status` and `axis` must stay.
 */
export function stem(word: string): string {
  return withoutFinalE(withoutVerbEnding(withoutPlural(word)));
}

function withoutPlural(word: string): string {
  if (word.length <= 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  const keepsS = word.endsWith('ss') || word.endsWith('us') || word.endsWith('is');
  return word.endsWith('s') && !keepsS ? word.slice(0, -1) : word;
}

const vowel = /[aeiouy]/;

/** The rest must still look like a word: `string` does not become "str", nor `speed` "spe". */
function withoutVerbEnding(word: string): string {
  const ending = /(?:ing|[^e]ed|ion)$/.exec(word)?.[0].replace(/^[^e]ed/, 'ed');
  if (ending === undefined) return word;
  const root = word.slice(0, -ending.length);
  const isLongEnough = root.length >= (ending === 'ion' ? 4 : 3);
  return isLongEnough && vowel.test(root) ? root : word;
}

function withoutFinalE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}

/** English function words. They occur in every message, so they are neither indexed nor searched. */
export const englishStopWords: ReadonlySet<string> = new Set(
  `a an the and or but nor so yet if then else than as at by for from in into of off on onto out over to under up upon
  via with without within about above across after again against all also am any are aren around be because been before
  being below between both can cannot could couldn did didn do does doesn doing don done down during each either few
  further had hadn has hasn have haven having he her here hers him his how however i ie eg etc is isn it its itself just
  ll may me might more most much must my neither no not now only other others our ours own per rather re s same shan she
  should shouldn since some still such t that their theirs them there these they this those through thus too unless until
  ve very was wasn we were weren what when where whether which while who whom whose why will won would wouldn you your
  yours`
    .split(/\s+/)
    .filter(Boolean),
);

/**
 * Words that carry no information in a *long* text about a programming problem: keywords of programming languages and
 * the wording of issue forms. A short query keeps them, since a user who types `import class` means it.
 */
export const boilerplateWords: ReadonlySet<string> = new Set(
  `abstract assert async await bool boolean break case catch class const continue def default del elif enum except export
  extends false final finally float fn func function global import include int interface lambda let long namespace new
  nil none null package pass print private protected public raise return self short signed static str string struct super
  switch template this throw throws true try type typedef typeof undefined union unsigned use using var void volatile
  yield
  actual actually additional attach behavior behaviour browser bug code command context describe description details
  environment error example expect expected file following follow give given happen help hi info information install
  installed issue like line lines linux log mac macos make minimal need note object one os output please problem provide
  python question related report reproduce reproducible reproduction result run running sample screenshot see seems
  similar snippet something steps system thank thanks think traceback tried two used user version versions want way
  windows work working works wrong`
    .split(/\s+/)
    .filter(Boolean),
);

/** Common words, which two unrelated failures may share in any number. */
export const commonInFailures: ReadonlySet<string> = new Set(
  (
    'a an and as at be by can cannot could did do does for from had has have if in is it its no not of on or should so such that the ' +
    'this to was were when with you your ' +
    'error errors err failed fail failure failures failing fatal exception panic warning hint note aborted abort exit exited status code ' +
    'command task build test tests script run running process line column file files directory most recent call last traceback ' +
    'expected got want received actual true false null none nil undefined assert assertion output value values return returned result ' +
    'os github com home usr src lib main'
  ).split(' '),
);

/** Whether it is a made-up name: `read_config`, `TestWriter`, `utf8`. */
export function isMadeUpName(name: string): boolean {
  const unicode = () => /_|\d|\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
  return patternFor(name, asciiMadeUp, unicode, hasAsciiWords).test(name);
}

const asciiMadeUp = /_|\d|[a-z][A-Z]|[A-Z]{2}[a-z]/;
