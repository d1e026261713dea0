/** A text as its reader may take it, and where each of its characters stands in the text as it is. */
export interface FoldedText {
  readonly folded: string;
  /** Beginning, in the text, of each UTF-16 unit of `folded`; one more at the end. */
  readonly starts: readonly number[];
}

/**
 * One character, or what stands for one: an entity of HTML, escaped again or not, an escape of JSON or JavaScript, or a byte
 * of a URL. Those of angle brackets, bars, square brackets and colons matter here.
 */
const unit = () =>
  /&(?:amp;|#0*38;|#x0*26;){0,4}(?:(lt|gt|vert|verbar|lbrack|rbrack|lsqb|rsqb|colon|sol|lowbar|newline);?|#0*(\d{2,3});?|#x0*([0-9a-f]{2});?)|\\u(?:00([0-9a-f]{2})|\{0*([0-9a-f]{2})\})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|[\s\S]/iuy;

const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  vert: '|',
  verbar: '|',
  lbrack: '[',
  rbrack: ']',
  lsqb: '[',
  rsqb: ']',
  colon: ':',
  sol: '/',
  lowbar: '_',
  newline: '\n',
};

/** What compatibility forms do not cover: other brackets and bars, and letters of Cyrillic and Greek that look like Latin ones. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  (
    [
      ['<˂ᐸ⟨〈❮≺⋖⧼', '<'],
      ['>˃ᐳ⟩〉❯≻⋗⧽', '>'],
      ['∣ǀ│┃❘⏐', '|'],
      ['∕⁄⧸', '/'],
      ['‐‑‒–—−', '-'],
      ['▁', '_'],
      ['∶ː˸׃', ':'],
      ['аАα', 'a'],
      ['сС', 'c'],
      ['еЕε', 'e'],
      ['һΗНн', 'h'],
      ['іІιΙ', 'i'],
      ['ј', 'j'],
      ['кКκ', 'k'],
      ['мМΜ', 'm'],
      ['пոΝ', 'n'],
      ['оОοΟօ', 'o'],
      ['рРρΡ', 'p'],
      ['ѕЅ', 's'],
      ['тТτΤ', 't'],
      ['υս', 'u'],
      ['ѵν', 'v'],
      ['уУγΥ', 'y'],
    ] as const
  ).flatMap(([from, to]) => Array.from(from, (character) => [character, to] as const)),
);

const unseen = () => /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\p{Mn}\p{Me}]$/u;
const lineEnd = /^[\n\r\v\f\u0085\u2028\u2029]$/;
const otherControl = () => /^\p{Cc}$/u;
const plain = /^[\t\n\x20-\x7e]*$/;
const escaped = /[&\\%]/;
/** What is plain and begins no escape: most of a text, taken at once. */
const run = () => /[\t\n\x20-$'-[\]-~]*/y;

/**
 * Folds what reads alike into one form: entities and escapes are decoded, compatibility forms (full-width letters) and
 * look-alikes made small Latin letters, invisible characters and accents left out, every end of a line made `\n`.
 */
export function foldText(text: string): FoldedText {
  if (plain.test(text) && !escaped.test(text))
    return {
      folded: text.toLowerCase(),
      starts: Array.from({ length: text.length + 1 }, (_, place) => place),
    };
  let folded = '';
  const starts: number[] = [];
  const [plainRun, next] = [run(), unit()];
  for (let at = 0; at < text.length; ) {
    plainRun.lastIndex = at;
    const [plainText = ''] = plainRun.exec(text) ?? [];
    folded += plainText.toLowerCase();
    for (const end = at + plainText.length; at < end; at++) starts.push(at);
    next.lastIndex = at;
    const match = next.exec(text);
    if (match === null) break;
    for (const character of foldUnit(match)) {
      folded += character;
      for (let part = 0; part < character.length; part++) starts.push(at);
    }
    at = next.lastIndex;
  }
  return { folded, starts: [...starts, text.length] };
}

function foldUnit([whole, name, decimal, ...hexadecimals]: RegExpMatchArray): string {
  if (name !== undefined) return named[name.toLowerCase()] ?? whole;
  const hexadecimal = hexadecimals.find((digits) => digits !== undefined);
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCoded = !Number.isNaN(code) && (code === 10 || code === 13 || (code >= 32 && code < 127));
  return isCoded ? foldCharacter(String.fromCharCode(code)) : foldCharacters(whole);
}

function foldCharacters(text: string): string {
  return Array.from(text, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  if (lineEnd.test(character)) return '\n';
  if (character !== '\t' && (unseen().test(character) || otherControl().test(character))) return '';
  const known = lookAlikes.get(character);
  if (known !== undefined) return known;
  if (character <= '\u007f') return character.toLowerCase();
  const compatible = character
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{Mn}\p{Me}]/gu, '');
  return Array.from(compatible, (one) => lookAlikes.get(one) ?? one).join('');
}
