const quoteOrComment = /"[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;
const quoteOrLastComma = /"[^"\\]*(?:\\.[^"\\]*)*"|,(?=\s*[\]}])/g;

/**
 * JSON with comments and trailing commas as plain JSON of the same length: both become blanks, so that every position holds for both texts.
 * Example: `{"a": 1, // one\n}` becomes `{"a": 1         \n}`. Plain JSON comes back as it is.
 */
export function blankComments(text: string): string {
  return text
    .replace(quoteOrComment, (found) => (found.startsWith('"') ? found : found.replace(/[^\n\r]/g, ' ')))
    .replace(quoteOrLastComma, (found) => (found === ',' ? ' ' : found));
}
