import { isPlaceholder } from './is-placeholder.ts';
import { looksRandom } from './looks-random.ts';
import type { Assignment } from './read-assignment.ts';

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
const memberOrCall = /^[A-Za-z_$][\w$]*(?:[.([]|->|::)/;

/** Whether a value given to something called `password` is one: people choose words, so the form has to decide. */
export function isPassword(value: string, { glue, quoted, setting }: Assignment): boolean {
  if (value.length < shortestPassword) return false;
  if (!/[=:>]/.test(glue)) {
    return (
      (glue.includes(',') ? looksRandom(value, shortestQuotedSecret) : isMixed(value)) &&
      !isPlaceholder(value)
    );
  }
  if (quoted) return !/\s/.test(value) && !isPlaceholder(value);
  if (!isMixed(value) && !setting) return false;
  return !memberOrCall.test(value) && !address.test(value) && !isPlaceholder(value);
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
