/** What a line is about: `key: value`, `| key | value`, `key # remark`, `**key** value`. */
const keyPattern = /^[\s|*`_"\-│└├─]{0,40}([^:|#=\n]{2,60}?)\s{0,10}(?::\s|\||\s[-–—→#(]|[`*]{2}|=)/;

/** What a line says something about, in lower case; undefined for a sentence. */
export function keyOfLine(text: string): string | undefined {
  return keyPattern.exec(text)?.[1]?.toLowerCase().trim();
}
