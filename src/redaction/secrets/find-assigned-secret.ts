import {
  isHeaderValue,
  isKeyValue,
  isOfProse,
  isPassword,
  isPlaceholder,
  isSecretValue,
  looksRandom,
} from './judge-value.ts';
import {
  type Assignment,
  type NameOfValue,
  placeOf,
  readAssignment,
  readHead,
  readName,
  readSetting,
  readToEnd,
} from './read-assignment.ts';
import { type CredentialStrength, credentialNames, foreignNames, namesSecret } from './rows/names.ts';
import type { SecretReader, SecretSpan } from './rule.ts';
import { followsEscape } from './token-bounds.ts';

/** Words that come up themselves, nearer to the value: the `token` of `password_reset_token`. */
const strongerWord = /secret|token|passw|(?:api|access|auth|private)[_-]?key/i;
const shortestValue = 4;
const shortestForeignValue = 2;
const laterWord = /secret|token|passw|key|auth|cred/i;
const foreign = new Set(foreignNames);
const english = new Set(credentialNames.flatMap(({ words }) => (words === foreignNames ? [] : words)));
/** A value that was taken out before, whole: most values of a text that is read again. */
const takenOut = /[\w.-]{0,30}[ \t"'=:]{1,4}\[redacted:[a-z0-9-]{1,40}\](?=[\s"'&;,]|$)/y;
/** Lines of a request's head that carry a credential: their values need not look like anything. */
const headerHead =
  /^["']?(?:x|private|ocp-apim|proxy|apca|circle|job|deploy|fastly|dd|stripe)-(?:[\w-]*-)?$/i;

/** Values that a name such as `password`, `api_key` or `token` is given, whatever they look like in themselves. */
export const assignedSecretReaders: readonly SecretReader[] = credentialNames.map(
  ({ kind, strength, words }) => ({
    keywords: words.map((word) => word.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
    find(text, start, end) {
      takenOut.lastIndex = end;
      if (takenOut.test(text)) return undefined;
      const name = readName(text, start, end);
      if (!name || !assigns(text, start, name, strength)) return undefined;
      const word = text.slice(start, end);
      const assignment = readCompletely(text, name, strength);
      // Most values are too short for a key, which is seen sooner than what a name says.
      if (!assignment || !holdsSecret(text, start, assignment, strength)) return undefined;
      if (isVerdict(word, assignment) || !isNamedSecret(text, start, word, name, strength)) return undefined;
      return { start: assignment.valueStart, end: readToEnd(text, assignment), kind };
    },
  }),
);

function readCompletely(
  text: string,
  name: NameOfValue,
  strength: CredentialStrength,
): Assignment | undefined {
  const read = readAssignment(text, name);
  const assignment = strength === 'password' ? readSetting(text, read) : read;
  const { valueStart, valueEnd } = assignment;
  const isForeign = text.charCodeAt(valueStart) > 0x2e7f;
  return valueEnd - valueStart >= (isForeign ? shortestForeignValue : shortestValue) ? assignment : undefined;
}

/** Whether name and value stand as they do where values are given: `=`, `:`, `=>`, `"…", "…"`, `--name value`. */
function assigns(
  text: string,
  wordStart: number,
  { glue, tail }: NameOfValue,
  strength: CredentialStrength,
): boolean {
  if (/^ ["']?$/.test(glue) && tail === '' && isOption(text, wordStart)) return strength !== 'key';
  if (/[=:>：＝]|\|\|/.test(glue)) return !/^ *:: *$/.test(glue);
  if (glue.includes(',')) return /["'`]$/.test(glue);
  return strength !== 'key' && /^\s+["']$/.test(glue);
}

function isOption(text: string, wordStart: number): boolean {
  return /^--?[\w-]*$/.test(readHead(text, wordStart));
}

function isNamedSecret(
  text: string,
  start: number,
  word: string,
  { tail, glue }: NameOfValue,
  strength: CredentialStrength,
): boolean {
  if ((strength === 'key' ? laterWord : strongerWord).test(tail)) return false;
  if (!english.has(word) && (foreign.has(word.toLowerCase()) || foreign.has(word))) return !/^\w/.test(tail);
  const head = readHead(text, start);
  // Environment variables run their words together: `DBPASS=…`.
  if (word === 'PASS' && glue.startsWith('=') && tail === '') return !/(?:COM|BY|SUR|TRES)$/.test(head);
  return namesSecret(word, head, tail);
}

/** `--- PASS: TestName`: a test that passed, where YAML would have written `pass:` in small letters. */
function isVerdict(word: string, { glue, quoted }: Assignment): boolean {
  return !quoted && /^ *: *$/.test(glue) && (word === 'PASS' || (/^pass$/i.test(word) && glue !== ': '));
}

function holdsSecret(
  text: string,
  wordStart: number,
  assignment: Assignment,
  strength: CredentialStrength,
): boolean {
  const value = text.slice(assignment.valueStart, Math.min(assignment.valueEnd, assignment.valueStart + 300));
  if (strength === 'password') {
    const isBare =
      /^pass$/i.test(text.slice(wordStart, wordStart + 4)) && /[\s({,]/.test(text[wordStart - 1] ?? '\n');
    return isPassword(
      value,
      assignment,
      isBare && /^[^\w]/.test(text[wordStart + 4] ?? '') ? 'elsewhere' : placeOf(text, wordStart, assignment),
    );
  }
  if (/^["'\\]{0,2}: ?["'\\]{0,2}$/.test(assignment.glue) && headerHead.test(readHead(text, wordStart))) {
    const end = readToEnd(text, assignment);
    return isHeaderValue(value, text.slice(end, end + 3));
  }
  return strength === 'secret' ? isSecretValue(value, assignment.quoted) : isKeyValue(value);
}

const value = String.raw`(?:\\?(["'\x60])([^"'\x60\n]{3,200})\\?\1|([^\s"'\x60<>]{3,200}))`;
/** `password for bob is X`, `password: X`, `passphrase for key '/home/bob/.ssh/id' : X`. */
const owner = String.raw`(?:[ \t]+(?:for|of|für|para|pour|von|de|для)[ \t]+(?:the |user |key |account |de[nmr] |l[eao] |el )?(?:"[^"\n]{1,120}"|'[^'\n]{1,120}'|\x60[^\x60\n]{1,120}\x60|[^\s"'\x60:：]{1,80}))?`;
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
const shortestDrawn = 8;
/** Names of algorithms have digits, too: `AES256-GCM`. */
const joined = /[-/_.]|^[^a-z]*$|^[^A-Z]*$/;
const restOfRun = /[^\s"'`<>]*/y;

/** Passwords that people tell each other, and programs print after asking for them. */
export const spokenPasswordReaders: readonly SecretReader[] = [
  {
    keywords: ['password', 'passwd', 'passphrase', 'passcode', 'pw', 'mot de passe', ...foreignNames],
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
  const isWord = joined.test(told) || !looksRandom(told, shortestDrawn);
  if (quote === undefined && isWord && !endOfClause.test(text.slice(end, end + 24))) return undefined;
  return { start, end, kind: 'password' };
}

function isSaid(told: string, quoted: boolean): boolean {
  if (quoted) return !told.includes(' ') || told.split(' ').length <= 6;
  return !isOfProse(told) && !ofCode.test(told);
}
