import type { Assignment, PlaceOfValue } from './read-assignment.ts';
import { marker, markerStart } from './token-bounds.ts';

const ascendingShareOfSequence = 0.5;
const longRunOfOne = /(.)\1{7}/;
const leastBitsPerCharacter = 2.75;
const meanRunOfFiller = 2.5;

/** Whether a text made of the alphabet of keys is a filler (`xxxxxxxx`, `1111`, `AAAA-BBBB`) instead of one. */
export function isFiller(text: string): boolean {
  if (/x{6}/i.test(text)) return true;
  let runs = 1;
  for (let index = 1; index < text.length; index++)
    if (text.charCodeAt(index) !== text.charCodeAt(index - 1)) runs++;
  return runs * meanRunOfFiller <= text.length || hasFewerThanThree(text);
}

/**
 * Whether half of the characters are the successor of the one before: `0123456789…`, `abcdef…`. Four of eight drawn characters
 * may be by chance, so a short text needs a greater share.
 */
export function isSequence(text: string, leastShare = ascendingShareOfSequence): boolean {
  let ascending = 0;
  for (let index = 1; index < text.length; index++) {
    const before = text.charCodeAt(index - 1);
    const step = text.charCodeAt(index) - before;
    // Behind nine comes zero.
    if (step === 1 || (step === -9 && before === 57)) ascending++;
  }
  return ascending >= (text.length - 1) * leastShare;
}

/**
 * Whether a value is more likely drawn than written: letters and digits that alternate, as words with a number do not.
 * Of drawn values of 16 characters about 95 in 100 pass, of 32 nearly all.
 */
export function looksRandom(value: string, minimumLength: number): boolean {
  if (value.length < minimumLength || !/[A-Za-z]/.test(value)) return false;
  if (!/\d/.test(value) && (value.length < 20 || !/[a-z]/.test(value) || !/[A-Z]/.test(value))) return false;
  const changes = classChanges(value);
  if (
    changes < 2 ||
    (changes < value.length * 0.3 && !/\d/.test(value)) ||
    longRunOfOne.test(value) ||
    isFiller(value) ||
    isSequence(value)
  )
    return false;
  return bitsPerCharacter(value) >= leastBitsPerCharacter;
}

/** How often neighbours differ in being a digit, a lower-case letter, an upper-case letter or another character. */
function classChanges(text: string): number {
  let changes = 0;
  for (let index = 1; index < text.length; index++) {
    if (characterClass(text.charCodeAt(index)) !== characterClass(text.charCodeAt(index - 1))) changes++;
  }
  return changes;
}

const counts = new Uint32Array(128);

/** Shannon entropy of the characters of a text, in bits per character; those that are not ASCII count as one. */
export function bitsPerCharacter(text: string): number {
  counts.fill(0);
  for (let index = 0; index < text.length; index++) {
    const code = Math.min(text.charCodeAt(index), 127);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

function hasFewerThanThree(text: string): boolean {
  let second = '';
  for (const character of text) {
    if (character === text[0] || character === second) continue;
    if (second !== '') return false;
    second = character;
  }
  return true;
}

function characterClass(code: number): number {
  if (code >= 48 && code <= 57) return 0;
  if (code >= 97 && code <= 122) return 1;
  return code >= 65 && code <= 90 ? 2 : 3;
}

/** A variable, template, mask or elision that stands where a secret would: `${VAR}`, `<token>`, `%s`, `****`, `...`. */
const reference = (lettersAndDigits: string, flags: string) =>
  new RegExp(
    [
      String.raw`^[$%@#&]{0,2}(?:\{.*\}|<.*>|\(.*\)|\[.*\]|[{<(\[][\w .\-]*)$`,
      String.raw`^(?:\$\w|%[\w(]|:\w+$|\*+$|\.{2,}|[^${lettersAndDigits}_]*$|\\[$"'])`,
      String.raw`\$\{|\$\(|\{\{|\.{3}$|…|process\.env|environ|getenv`,
    ].join('|'),
    flags,
  );
const asciiReference = reference('a-z0-9', 'i');
/** A class of Unicode takes long to parse, and nearly all values are of ASCII. */
let anyReference: RegExp | undefined;
const beyondAscii = /[\u0080-\uffff]/;

function isReference(value: string): boolean {
  if (!beyondAscii.test(value)) return asciiReference.test(value);
  anyReference ??= reference(String.raw`\p{L}\p{N}`, 'iu');
  return anyReference.test(value);
}

/** Words of documentation. They mark a value wherever they stand in it, since they are written to be replaced. */
const documentation =
  /change[_-]?(?:me|it|this)|example|placeholder|redacted|replace|insert|(?:^|[\W_])(?:your|my|some|the|fake|dummy|sample|todo|foo|bar|baz)(?:[\W_]|$)|your[_-]|here$/i;
/** `mySecret`, but not a drawn value that happens to begin so. */
const possessive = /^(?:my|your)[a-z]/i;
const shortestDrawn = 12;

/** Values of a field called `password` that are no password: its type, its state, a message about it. */
const words: ReadonlySet<string> = new Set(
  `none null nil undefined true false yes no on off string str text number int integer bool boolean char varchar bytes
  buffer object any unknown void never required optional invalid missing empty blank hidden visible disabled enabled
  incorrect wrong short weak strong secure valid default secret secrets password passwd passphrase pwd pass token tokens key
  keys apikey api_key username user name email login auth authorization basic bearer digest credentials credential
  value values input field label test testing prompt env file vault keyring stdin plain plaintext hash hashed bcrypt
  encrypted md5 sha1 sha256 read write public private self this args kwargs options config settings params data request
  response result error errors message anonymous guest random generate generated auto inherit id uuid`.split(
    /\s+/,
  ),
);

/** Whether a value only shows where a secret belongs, or says something about it. */
export function isPlaceholder(value: string): boolean {
  const rest = value.includes(markerStart) ? value.replace(marker, '') : value;
  if (isReference(rest) || documentation.test(rest)) return true;
  if (possessive.test(rest) && !looksRandom(rest, shortestDrawn)) return true;
  return /^(.)\1*$/.test(rest) || words.has(rest.toLowerCase());
}

/**
 * Words that stand after `password is`, `--password` and their like when a sentence goes on instead of giving one: what
 * holds sentences together, and what is said of passwords.
 */
const said: ReadonlySet<string> = new Set(
  `a about above across after again all already also alone although always an and another any are around as ask asks at auth away bad be
  because been before being below better between beyond both but by bytes can cannot case character characters check checks chosen
  clear command compromised configuration connection contains correct could current default did different do does done due each either
  else encryption enough entry environment equal even ever exactly expires fails failure false fine first flag flags for from
  full given good had handling has hash have held hers hidden his how however i if ignored in incorrect input instead into
  invalid is it its just kept keyring known last later least left length less let lets like logic long longer lost made manager
  match matches may mismatch missing more most much must my name necessary need needs never new next no non none nor not
  nothing now null of off ok okay old on once one only onto open option options or other others our out over own parameter part
  plain policy present prompt protection provided public read ready really required reset right safe same secret secure sent set
  shall short should shown simple simply since so some something somewhere still stays storage string strong such support switch
  sure than that the their them then there these they this those through thus to together too true twice two type under unknown unless unset
  until up upon us use user usual valid value variable very via visible was way we weak well were what when where whether which
  while who whole why will with within without work works would wrong yes yet you your yours`.split(/\s+/),
);

/** Forms of verbs and adjectives, in which passwords are spoken of: `encrypted`, `missing`, `optional`, `readable`. */
const inflected = /^[a-z]{2,}(?:ed|ing|ly|able|ible|tional|ous|less|ful|ation|tion)$/i;

/** Whether a word is more likely the next of a sentence than a password. */
export function isOfProse(value: string): boolean {
  const word = value.replace(/[.,;:!?)]+$/, '').toLowerCase();
  return (
    said.has(word) ||
    said.has(word.replace(/s$/, '')) ||
    /['’](?:s|t|re|ll)$/.test(word) ||
    inflected.test(word)
  );
}

/**
 * The first 64 bits of the SHA-256 of keys that their makers print in public documentation and sample code. Everyone has
 * them, so hiding them only hides which example a text is about. (The allowlist of gitleaks for this format, MIT.)
 */
const digests: ReadonlySet<string> = new Set(
  `f56e323494a6ffc2 2037abcaffb2b777 3f370c9dd8225c63 e4a5542bb7fd7b67 a19f89ab3555eac1 0b476bdf9acf2123 eb540d2b6ee2a0a4 37f8f09bdf12c2f2 8731261cb72d8626 49f777db995e8260 27a9a42931dff7eb dc0fcf046c61640c 4c98242dcadc8b29 ea9bb1082cf95663 3a8b61d0f636b007 a6c814bc555ae62c`.split(
    /\s+/,
  ),
);
const mayBePublished = /^AIza/;

/** Whether a key is one of the well-known examples. */
export function isPublishedKey(key: string): boolean {
  if (!mayBePublished.test(key)) return false;
  // Loaded when it is needed: importing it costs 5 ms of every start.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return digests.has(createHash('sha256').update(key).digest('hex').slice(0, 16));
}

const shortestPassword = 4;
const shortestBarePassword = 6;
const shortestQuotedSecret = 8;
const shortestSecret = 10;
const readableShare = 0.6;
const leastMarksOfSalt = 4;

/** Prefixes of known token formats; a value that has one without the format is a filler of documentation. */
const formatOfItsOwn = /^(?:xox[a-z]-|gh[opsu]_|github_pat_|gl[a-z]{1,6}-|sk-ant-|AIza|AKIA)/;
const address = /^(?:[\w-]+:\/\/|\.{0,2}\/|~|[A-Za-z]:[\\/])/;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const wordOrNumber = /[A-Z]?[a-z]{3,}|[A-Z]{4,}|(?<![A-Za-z0-9])\d+(?![A-Za-z0-9])/g;
const unpronounceable = /^[^aeiouy\d]+$|[^aeiouy\d]{4}|[bcdfghjklmnpqrstvwxz](?=[jqvxz])|[jqvxz][^aeiou\d]/i;
const shortestPassphrase = 8;
const longestPassphrase = 200;
/** `user.password`, `getPassword()`, `args[0]`: each part a word, as names are. */
const memberOrCall =
  /^(?:this|self|[A-Za-z_$][a-zA-Z_$]*\d?)(?:(?:\.|->|::)[A-Za-z_$][a-zA-Z_$]*\d?)+(?:[(['].*)?$|^[A-Za-z_$][\w$]*(?:\(|\[)/;
const typeName =
  /^(?:[A-Z][a-z]+){2,}$|^[A-Z][A-Za-z]*(?:String|Str|Type|Field)$|^[a-z]+(?:_[a-z]+)+$|^[a-z]+(?:[A-Z][a-z]+)+$/;
/** Words of labels and messages: `Enter your password`, `This field is required`. */
const ofForms =
  /pass(?:word|phrase|code)|\b(?:enter|your|must|required|invalid|incorrect|wrong|please|cannot|can't|not|field|forgot|reset|confirm|match(?:es)?|should|least|characters?|change|show|hide|login|account|user(?:name)?|is|are|the|was|for|of|to)\b|%[sd]|\$\{|\{\}/i;

/** Whether the value of a `password` is one: people choose words, so its place decides. */
export function isPassword(value: string, { glue, quoted }: Assignment, place: PlaceOfValue): boolean {
  if (value.length < shortestPassword && !/[^\0-\u2e7f]/.test(value)) return false;
  // Padding of base64, or the sign of the next assignment.
  if (isPlaceholder(value.replace(/=+$/, ''))) return false;
  switch (place) {
    case 'setting':
      return !isCodeReference(value) && !address.test(value);
    case 'option':
      return !value.startsWith('-') && !isOfProse(value);
    case 'pair':
    case 'line':
      if (quoted) return isQuotedPassword(value);
      return !isCodeReference(value) && !address.test(value) && !isTypeName(value) && !isOfProse(value);
    case 'elsewhere':
      if (quoted && /[=:>：＝]|^\s+["']$/.test(glue)) return isQuotedPassword(value);
      if (glue.includes(',')) return looksRandom(value, shortestQuotedSecret);
      return isMixed(value) && !isCodeReference(value) && !address.test(value);
  }
}

/** Whether the value of a line such as `X-Api-Key: …` is one, by what comes after it. */
export function isHeaderValue(value: string, after: string): boolean {
  if (!/^(?:$|\n|["'`\\\]},]|[ \t]*$)/.test(after) || isPlaceholder(value) || isOfProse(value)) return false;
  return !isTypeName(value) && !isCodeReference(value);
}

/** Words in quotes are a passphrase, unless they are a message or a label of a form. */
function isQuotedPassword(value: string): boolean {
  if (!/\s/.test(value)) return true;
  if (value.length < shortestPassphrase || value.length > longestPassphrase || /^\s|\s$|\n/.test(value))
    return false;
  return !ofForms.test(value) && !/^[A-Z].*[.!?:]$/.test(value) && !value.split(/\s+/).every(isOfProse);
}

/** Whether a value given to a `secret`, a `token` or an `api_key` looks like one. */
export function isSecretValue(value: string, quoted: boolean): boolean {
  if (!looksRandom(value, quoted ? shortestQuotedSecret : shortestSecret)) return false;
  return !isReadable(value) && !isPlaceholder(value);
}

/** Whether a value given to a mere `key` or `access` is a secret: random, and not a hash of something either. */
export function isKeyValue(value: string): boolean {
  return isSecretValue(value, false) && !/^[0-9a-f-]+$|\s/i.test(value);
}

/** A variable, a call, a member of something: what gives the value, not the value. */
function isCodeReference(value: string): boolean {
  return memberOrCall.test(value);
}

/** The name of a type or a variable, as code writes them: `SecretStr`, `new_password`, `newPassword`. */
function isTypeName(value: string): boolean {
  return typeName.test(value);
}

/** Letters and digits in one word. */
export function isMixed(value: string): boolean {
  return (
    value.length >= shortestBarePassword && /\d/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value)
  );
}

/** Words and numbers held together by punctuation: a path, an address, a version, an identifier, a call. */
function isReadable(value: string): boolean {
  if (/^(?:[\w-]+:\/\/|[.~]{1,2}\/)/.test(value) || uuid.test(value) || formatOfItsOwn.test(value))
    return true;
  if (/(?:^|[:@=v-])\d+\.\d+/.test(value)) return true;
  if (/[()\s]/.test(value)) return new Set(value.match(/[^\w\s()]/g)).size < leastMarksOfSalt;
  let readable = 0;
  for (const [part] of value.matchAll(wordOrNumber)) if (!unpronounceable.test(part)) readable += part.length;
  return readable > value.replace(/[\W_]/g, '').length * readableShare;
}
