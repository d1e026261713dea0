import { looksRandom } from './looks-random.ts';
import { marker, markerStart } from './marker.ts';

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
  /change[_-]?(?:me|it|this)|example|placeholder|redacted|replace|insert|(?:^|[\W_])(?:your|my|some|the|fake|dummy|sample|todo)(?:[\W_]|$)|your[_-]|here$/i;
/** `mySecret`, but not a drawn value that happens to begin so. */
const possessive = /^(?:my|your)[a-z]/i;
const shortestDrawn = 12;

/** What a field called `password` holds when it holds no password: its type, its state, a message about it. */
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
