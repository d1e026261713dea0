import { isOfProse, isPlaceholder } from './judge-value.ts';
import { foreignNames } from './rows/names.ts';
import type { SecretReader, SecretSpan } from './rule.ts';
import { followsEscape } from './token-bounds.ts';

const value = String.raw`(?:\\?(["'\x60])([^"'\x60\n]{3,200})\\?\1|([^\s"'\x60<>]{3,200}))`;
/** `password for bob is X`, `password: X`, `passphrase for key '/home/bob/.ssh/id' : X`. */
const owner = String.raw`(?:[ \t]+(?:for|of|für|para|pour|von|de|для)[ \t]+(?:the |user |key |account )?(?:"[^"\n]{1,120}"|'[^'\n]{1,120}'|\x60[^\x60\n]{1,120}\x60|[^\s"'\x60:：]{1,80}))?`;
const copula = String.raw`(?:[ \t]+(?:(?:is|was|ist|war|lautet|es|est|era|è|é|jest|är)(?:[ \t]+(?:now|set[ \t]+to|changed[ \t]+to|still|just))?)[ \t]*:?|[ \t]*(?::|：|是|は|->|→))[ \t]{0,4}`;
const said = new RegExp(`${owner}${copula}${value}`, 'iy');
const changed = new RegExp(String.raw`${owner}[ \t]+(?:to|as)[ \t]+${value}`, 'iy');
const used = new RegExp(String.raw`[ \t]+${value}`, 'iy');
const endOfClause =
  /^[.,;!?)\]]{0,3}(?:$|[\n\\\x60"'*]|[ \t]+(?:$|\n|and|but|for|on|in|so|now|works?|please|until|\(|\/|-|–|then|instead|again|is|was))/;
const changing =
  /\b(?:set|sets|setting|change[ds]?|changing|reset|update[ds]?|rotate[ds]?)(?:[ \t]+(?:the|my|our|his|its|a|\w{1,12}'s|\w{1,12})){0,3}[ \t]+$/i;
const using =
  /\b(?:use|using|uses|used|with|enter|entered|type|typed|try|tried)(?:[ \t]+(?:the|this|my|a))?(?:[ \t]+\w{1,12})?[ \t]+$/i;
const lookBack = 48;
const ofOption = /(?<=(?:^|\s)--?[\w-]{0,46})/y;
/** Paths, addresses, names of variables, calls, what stands in brackets. */
const ofCode =
  /^(?:[/~]|\w+:\/\/|[a-z]+(?:[A-Z][a-z]+)+$|[a-z]+(?:_[a-z]+)+$|(?:[A-Z][a-z]+){2,}$|\w+(?:\.\w+)*[([]|[([{<])/;
const longestRead = 200;
const restOfRun = /[^\s"'`<>]*/y;

/** Passwords that people tell each other, and programs print after asking for them. */
export const spokenPasswordReaders: readonly SecretReader[] = [
  {
    keywords: ['password', 'passwd', 'passphrase', 'passcode', 'pw', ...foreignNames],
    find(text, start, end) {
      if (!/[ \t:：是は]/.test(text[end] ?? '')) return undefined;
      if (/[\w$.]/.test(text[start - 1] ?? '') && !followsEscape(text, start)) return undefined;
      ofOption.lastIndex = start;
      if (ofOption.test(text)) return undefined;
      const before = text.slice(Math.max(0, start - lookBack), start);
      return (
        tell(said, text, end, isSaid) ??
        (changing.test(before) ? tell(changed, text, end, isSaid) : undefined) ??
        (using.test(before) ? tell(used, text, end, isSaid) : undefined)
      );
    },
  },
];

function tell(
  pattern: RegExp,
  text: string,
  from: number,
  accepts: (told: string, quoted: boolean) => boolean,
): SecretSpan | undefined {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const [whole, quote, quoted, bare = ''] = match;
  // The beginning of a long run decides, and all of it goes.
  const isLong = bare.length === longestRead;
  const told = isLong ? bare : (quoted ?? bare.replace(/(?:\\[nrt].*|[.,;:!?)\]}*\\]+)$/, ''));
  const start = match.index + whole.lastIndexOf(quoted ?? bare);
  const end = start + told.length;
  if (told === '' || isPlaceholder(told) || !accepts(told, quote !== undefined)) return undefined;
  if (isLong) {
    restOfRun.lastIndex = end;
    restOfRun.test(text);
    return { start, end: restOfRun.lastIndex, kind: 'password' };
  }
  if (quote === undefined && !endOfClause.test(text.slice(end, end + 24))) return undefined;
  return { start, end, kind: 'password' };
}

function isSaid(told: string, quoted: boolean): boolean {
  if (quoted) return !told.includes(' ') || told.split(' ').length <= 6;
  return !isOfProse(told) && !ofCode.test(told);
}
