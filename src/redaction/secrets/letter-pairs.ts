/**
 * Bits of each letter behind each other, from `a` to `z`, at most 9, counted in 54,000 different words and names of
 * documentation and code. In words of other texts, a run of 16 letters costs 3.9 bits a letter; in drawn letters, 5.8.
 */
const costs = `
  45446758586344856343677768 34563667457377376457487958 37663783594487277563578979 35552567378566466546577969
  46445567698543656334866579 36563479298476377455497969 36662654387564568445577878 26662788388667367554577869
  46455659897452368534969795 35743767566776476727475757 36662666376564568635587868 37752788398478369854468959
  25772888398647339746678969 47434538486676469733668878 66548568686442549355465799 36763885598388359354588969
  35564567557575763556277666 37552768396655379544577959 57463674386667447742586859 47562684398667469445587959
  55554659598343749343889888 27771878386777578777788878 36663665376674368445777778 46464676387667626652767668
  45464557587543528534775877 46662766477666266757676755`.replaceAll(/\s/g, '');
const letters = 26;
const [digit, small, capital, mark] = [0, 1, 2, 3];
/** Bits of a character in a text of words and numbers, where no pair of letters tells. */
const bitsOfText = {
  mark: 1.5,
  firstLetter: 4,
  firstDigit: 5,
  nextDigit: 3.3,
  digitBehindLetter: 6,
  change: 6.5,
};
const bitsOfDrawn = [3.6, 5, 5, 3];
/** Fewer tell nothing. */
const leastBits = 4;

/** The part of a run that is least like words and numbers. */
export interface DrawnPart {
  readonly start: number;
  readonly end: number;
  /** How much more a text of words would need for it than for drawn characters, in bits. */
  readonly bits: number;
}

const classCount = 64;
const asciiCount = 128;
/** Class of a character of ASCII: all marks share one, all digits one, each letter has its own in each case. */
const classes = new Uint8Array(asciiCount);
/** How much more a text of words needs for a character than drawn characters do, by the class before it and its own. */
const extraBits = tableOfExtraBits();

function tableOfExtraBits(): Float64Array {
  // One character of each class; a mark stands for the first.
  const members = ' 0abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (let code = 0; code < asciiCount; code++)
    classes[code] = Math.max(0, members.indexOf(kindOf(code) === digit ? '0' : String.fromCharCode(code)));
  const table = new Float64Array(classCount * classCount);
  for (let first = 0; first < members.length; first++)
    for (let second = 0; second < members.length; second++) {
      const [before, code] = [members.charCodeAt(first), members.charCodeAt(second)];
      const kind = kindOf(code);
      table[first * classCount + second] =
        bitsInText(code, kind, before, kindOf(before)) - (bitsOfDrawn[kind] as number);
    }
  return table;
}

/** The likeliest drawn part of a run of letters, digits and marks, by the largest sum; places count from the run's start. */
export function drawnPartOf(text: string, runStart = 0, runEnd = text.length): DrawnPart | undefined {
  let [start, end, bits] = [0, 0, 0];
  let [sum, from] = [0, runStart];
  let before = 0;
  for (let at = runStart; at < runEnd; at++) {
    const code = text.charCodeAt(at);
    const here = code < asciiCount ? (classes[code] as number) : 0;
    if (sum <= 0) {
      sum = 0;
      from = at;
    }
    sum += extraBits[before * classCount + here] as number;
    if (sum > bits) {
      bits = sum;
      start = from;
      end = at + 1;
    }
    before = here;
  }
  return bits < leastBits ? undefined : { start: start - runStart, end: end - runStart, bits };
}

function bitsInText(code: number, kind: number, before: number, kindBefore: number): number {
  if (kind === mark) return bitsOfText.mark;
  if (kindBefore === mark) return kind === digit ? bitsOfText.firstDigit : bitsOfText.firstLetter;
  if (kind === digit) return kindBefore === digit ? bitsOfText.nextDigit : bitsOfText.digitBehindLetter;
  if (kindBefore === digit || (kindBefore === small && kind === capital)) return bitsOfText.change;
  return costs.charCodeAt(((before | 0x20) - 97) * letters + (code | 0x20) - 97) - 48;
}

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return digit;
  if (code >= 97 && code <= 122) return small;
  return code >= 65 && code <= 90 ? capital : mark;
}

const mostOfWords = 4.8;

/** Whether the letters of a run follow each other as those of no words do. */
export function isUnlikeWords(run: string): boolean {
  let sum = 0;
  let pairs = 0;
  let before = -1;
  for (let at = 0; at < run.length; at++) {
    const letter = (run.charCodeAt(at) | 0x20) - 97;
    const isLetter = letter >= 0 && letter < letters;
    if (isLetter && before >= 0) {
      sum += costs.charCodeAt(before * letters + letter) - 48;
      pairs++;
    }
    before = isLetter ? letter : -1;
  }
  return sum > pairs * mostOfWords;
}
