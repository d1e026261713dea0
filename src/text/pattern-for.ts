const beyondAscii = /[\u0080-\uffff]/;

/** Whether a text has no characters beyond ASCII. */
export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

/**
 * The one of two expressions that say the same of letters and digits, `[A-Za-z]` in the one and `\p{L}` in the other, that
 * is right for a text. A class of Unicode takes 2 to 10 ms to compile, and most programs print ASCII alone.
 *
 * @param unicode makes the expression: it is not even parsed before it is needed
 */
export function patternFor(text: string, ascii: RegExp, unicode: () => RegExp): RegExp {
  return isAscii(text) ? ascii : unicode();
}
