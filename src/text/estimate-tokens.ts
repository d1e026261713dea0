/** Words, a name being read by its capitals, numbers, and the text between them. */
const pieces = /[A-Z]?[a-z]+|[A-Z]+|\d+|[^\S\n]+|[\uac00-\ud7a3]+|[^\0-\x7f\uac00-\ud7a3]+|[\s\S]/g;
/** Letters of a rare word that one token holds; of usual words it holds more. */
const lettersOfToken = 3;
/** Letters beside digits, four consonants in a row, and mixed capitals make no word: `dm38cl`, `qwrtzp`, `pXqKtM`. */
const lettersOfNoWord = 1.5;
const fourConsonants = /[b-df-hj-np-tv-xz]{4}/i;
const digitsOfToken = 2;
/** A character beyond ASCII has up to four bytes, of which a token may hold one or two. */
const tokensOfCharacter = 2;
/** Most Korean syllables are too rare to have a token of their own; the usual ones have. */
const tokensOfSyllable = 2.5;

/**
 * Tokens of a short text, rather too many than too few: for text whose tokens were not counted when it was
 * written, where loading a vocabulary would take longer than the answer.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    const first = piece.charCodeAt(0);
    const end = index + piece.length;
    if (first > 0x7f)
      tokens += Math.ceil(piece.length * (isSyllable(first) ? tokensOfSyllable : tokensOfCharacter));
    else if (isDigit(first)) tokens += Math.ceil(piece.length / digitsOfToken);
    else if (isLetter(first))
      tokens += Math.ceil(piece.length / (isWord(piece, text, index) ? lettersOfToken : lettersOfNoWord));
    // One space belongs to the word after it, and not to a number.
    else if (piece !== ' ' || isDigit(text.charCodeAt(end))) tokens += 1;
  }
  return tokens;
}

function isWord(piece: string, text: string, index: number): boolean {
  const [before, after] = [text.charCodeAt(index - 1), text.charCodeAt(index + piece.length)];
  if (isDigit(before) || isDigit(after)) return false;
  return piece.length > 2 ? !fourConsonants.test(piece) : !isLetter(before) && !isLetter(after);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
}

function isSyllable(code: number): boolean {
  return code >= 0xac00 && code <= 0xd7a3;
}
