import { isOfProse, isPlaceholder, looksRandom } from './judge-value.ts';
import type { Assignment, PlaceOfValue } from './read-assignment.ts';

const shortestPassword = 4;
const shortestBarePassword = 6;
const shortestQuotedSecret = 8;
const shortestSecret = 10;
const readableShare = 0.6;
const leastMarksOfSalt = 4;

/** What begins like a token of a known format but is none of that format: the fillers of documentation. */
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

/** Whether a value given to something called `password` is one: people choose words, so that its place has to decide. */
export function isPassword(value: string, { glue, quoted }: Assignment, place: PlaceOfValue): boolean {
  if (value.length < shortestPassword && !/[^\0-\u2e7f]/.test(value)) return false;
  // Padding of base64, or the sign of the next assignment.
  if (isPlaceholder(value.replace(/=+$/, ''))) return false;
  switch (place) {
    case 'setting':
      return !isReference(value) && !address.test(value);
    case 'option':
      return !value.startsWith('-') && !isOfProse(value);
    case 'pair':
    case 'line':
      if (quoted) return isQuotedPassword(value);
      return !isReference(value) && !address.test(value) && !isTypeName(value) && !isOfProse(value);
    case 'elsewhere':
      if (quoted && /[=:>：＝]|^\s+["']$/.test(glue)) return isQuotedPassword(value);
      if (glue.includes(',')) return looksRandom(value, shortestQuotedSecret);
      return isMixed(value) && !isReference(value) && !address.test(value);
  }
}

/** Whether the value of a line such as `X-Api-Key: …` is one, by what comes after it. */
export function isHeaderValue(value: string, after: string): boolean {
  if (!/^(?:$|\n|["'`\\\]},]|[ \t]*$)/.test(after) || isPlaceholder(value) || isOfProse(value)) return false;
  return !isTypeName(value) && !isReference(value);
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
function isReference(value: string): boolean {
  return memberOrCall.test(value);
}

/** The name of a type or a variable, as code writes them: `SecretStr`, `new_password`, `newPassword`. */
function isTypeName(value: string): boolean {
  return typeName.test(value);
}

function isMixed(value: string): boolean {
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
