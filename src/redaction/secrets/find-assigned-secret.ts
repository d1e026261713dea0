import { isHeaderValue, isKeyValue, isPassword, isSecretValue } from './judge-value.ts';
import {
  type Assignment,
  placeOf,
  readAssignment,
  readHead,
  readSetting,
  readToEnd,
} from './read-assignment.ts';
import { type CredentialStrength, credentialNames, foreignNames, namesSecret } from './rows/names.ts';
import type { SecretReader } from './rule.ts';

/** Words that come up themselves, nearer to the value: the `token` of `password_reset_token`. */
const strongerWord = /secret|token|passw|(?:api|access|auth|private)[_-]?key/i;
const shortestValue = 4;
const shortestForeignValue = 2;
const laterWord = /secret|token|passw|key|auth|cred/i;
const foreign = new Set(foreignNames);
const english = new Set(credentialNames.flatMap(({ words }) => (words === foreignNames ? [] : words)));
/** A value that was taken out before, whole: most of what is read again. */
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
      const assignment = readCompletely(text, start, end, strength);
      if (!assignment || !assigns(text, start, assignment, strength)) return undefined;
      if (!isNamedSecret(text, start, end, assignment, strength)) return undefined;
      if (!holdsSecret(text, start, assignment, strength)) return undefined;
      return { start: assignment.valueStart, end: readToEnd(text, assignment), kind };
    },
  }),
);

function readCompletely(
  text: string,
  start: number,
  end: number,
  strength: CredentialStrength,
): Assignment | undefined {
  const read = readAssignment(text, start, end);
  const assignment = read && strength === 'password' ? readSetting(text, read) : read;
  if (!assignment) return undefined;
  const { valueStart, valueEnd } = assignment;
  const isForeign = text.charCodeAt(valueStart) > 0x2e7f;
  return valueEnd - valueStart >= (isForeign ? shortestForeignValue : shortestValue) ? assignment : undefined;
}

/** Whether name and value stand as they do where values are given: `=`, `:`, `=>`, `"…", "…"`, `--name value`. */
function assigns(
  text: string,
  wordStart: number,
  { glue, tail }: Assignment,
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
  end: number,
  assignment: Assignment,
  strength: CredentialStrength,
): boolean {
  if ((strength === 'key' ? laterWord : strongerWord).test(assignment.tail)) return false;
  const word = text.slice(start, end);
  if (!english.has(word) && (foreign.has(word.toLowerCase()) || foreign.has(word)))
    return !/^\w/.test(assignment.tail);
  if (isVerdict(word, assignment)) return false;
  const head = readHead(text, start);
  // Environment variables run their words together: `DBPASS=…`.
  if (word === 'PASS' && assignment.glue.startsWith('=') && assignment.tail === '')
    return !/(?:COM|BY|SUR|TRES)$/.test(head);
  return namesSecret(word, head, assignment.tail);
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
