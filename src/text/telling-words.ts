import { hasAsciiWords, patternFor } from './pattern-for.ts';

/** Common words, which two unrelated failures may share in any number. */
export const commonWords: ReadonlySet<string> = new Set(
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
