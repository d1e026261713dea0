import { type CredentialStrength, credentialNames, namesSecret } from './credential-names.ts';
import { isKeyValue, isPassword, isSecretValue } from './credential-values.ts';
import { type Assignment, readAssignment, readHead, readSetting } from './read-assignment.ts';
import type { SecretDetector } from './secret-span.ts';

/** Words that come up themselves, nearer to the value: the `token` of `password_reset_token`. */
const strongerWord = /secret|token|passw|(?:api|access|auth|private)[_-]?key/i;
const shortestValue = 4;
const laterWord = /secret|token|passw|key|auth|cred/i;

/** Values that a name such as `password`, `api_key` or `token` is given, whatever they look like in themselves. */
export const assignedSecretDetectors: readonly SecretDetector[] = credentialNames.map(
  ({ kind, strength, words }) => ({
    literals: words,
    find(text, start, end) {
      const assignment = readCompletely(text, start, end, strength);
      if (!assignment || !assigns(text, start, assignment.glue, strength)) return undefined;
      if (!isNamedSecret(text, start, end, assignment, strength)) return undefined;
      if (!holdsSecret(text, assignment, strength)) return undefined;
      return { start: assignment.valueStart, end: assignment.valueEnd, kind };
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
  return assignment && assignment.valueEnd - assignment.valueStart >= shortestValue ? assignment : undefined;
}

/** Whether name and value stand as they do where values are given: `=`, `:`, `=>`, `"…", "…"`, `--name value`. */
function assigns(text: string, wordStart: number, glue: string, strength: CredentialStrength): boolean {
  if (glue === ' ') return strength !== 'key' && /^--?[\w-]*$/.test(readHead(text, wordStart));
  if (/[=:>]|\|\|/.test(glue)) return !/^ *:: *$/.test(glue);
  if (glue.includes(',')) return /["'`]$/.test(glue);
  return strength !== 'key' && /^\s+["']$/.test(glue);
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
  return !isVerdict(word, assignment) && namesSecret(word, readHead(text, start), assignment.tail);
}

/** `--- PASS: TestName`: a test that passed, where YAML would have written `pass:` in small letters. */
function isVerdict(word: string, { glue, quoted }: Assignment): boolean {
  return !quoted && /^ *: *$/.test(glue) && (word === 'PASS' || (/^pass$/i.test(word) && glue !== ': '));
}

function holdsSecret(text: string, assignment: Assignment, strength: CredentialStrength): boolean {
  const value = text.slice(assignment.valueStart, assignment.valueEnd);
  switch (strength) {
    case 'password':
      return isPassword(value, assignment);
    case 'secret':
      return isSecretValue(value, assignment.quoted);
    case 'key':
      return isKeyValue(value);
  }
}
