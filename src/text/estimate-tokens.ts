const pieces = /[A-Za-z]+|\d+|[^\S\n]+|[^\0-\x7f]+|[\s\S]/g;
/** Letters of a rare word that one token holds; of usual words it holds more. */
const lettersOfToken = 3;
const digitsOfToken = 2;
/** A character beyond ASCII has up to four bytes, of which a token may hold one or two. */
const tokensOfCharacter = 2;

/**
 * Tokens of a short text, rather too many than too few: for text that nobody counted when it was written, where loading a
 * vocabulary would take longer than the answer.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(pieces)) {
    const first = piece.charCodeAt(0);
    if (first > 0x7f) tokens += tokensOfCharacter * piece.length;
    else if (/\d/.test(piece)) tokens += Math.ceil(piece.length / digitsOfToken);
    else if (/[A-Za-z]/.test(piece)) tokens += Math.ceil(piece.length / lettersOfToken);
    else if (piece.trim() !== '' || piece.length > 1 || piece === '\n') tokens += 1;
  }
  return tokens;
}
