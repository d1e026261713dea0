import { type CredentialStrength, credentialNames, namesSecret } from './credential-names.ts';
import { isKeyValue, isPassword, isSecretValue } from './credential-values.ts';
import { type Assignment, readAssignment, readHead } from './read-assignment.ts';
import type { SecretDetector } from './secret-span.ts';

/** Words that come up themselves, nearer to the value: the `token` of `password_reset_token`. */
const strongerWord = /secret|token|passw|(?:api|access|auth|private)[_-]?key/i;
const laterWord = /secret|token|passw|key|auth|cred/i;

/** Values that a name such as `password`, `api_key` or `token` is given, whatever they look like in themselves. */
export const assignedSecretDetectors: readonly SecretDetector[] = credentialNames.map(
  ({ kind, strength, words }) => ({
    literals: words,
    find(text, start, end) {
      const assignment = readAssignment(text, start, end);
      // The dearest question comes last: most occurrences of these words fail at an operator or at the value.
      if (!assignment || (strength === 'key' ? laterWord : strongerWord).test(assignment.tail)) return undefined;
      if (!assigns(text, start, assignment.glue, strength)) return undefined;
      if (!holdsSecret(text, assignment, strength)) return undefined;
      if (!namesSecret(text.slice(start, end), readHead(text, start), assignment.tail)) return undefined;
      return { start: assignment.valueStart, end: assignment.valueEnd, kind };
    },
  }),
);

/** Whether name and value stand as they do where values are given: `=`, `:`, `=>`, `"…", "…"`, `--name value`. */
function assigns(text: string, wordStart: number, glue: string, strength: CredentialStrength): boolean {
  if (glue === ' ') return strength !== 'key' && /^--?[\w-]*$/.test(readHead(text, wordStart));
  if (/[=:>]|\|\|/.test(glue)) return !/^ *:: *$/.test(glue);
  if (glue.includes(',')) return /["'`]$/.test(glue);
  return strength !== 'key' && /^\s+["']$/.test(glue);
}

function holdsSecret(text: string, assignment: Assignment, strength: CredentialStrength): boolean {
  const value = text.slice(assignment.valueStart, assignment.valueEnd);
  switch (strength) {
    case 'password':
      return isPassword(value, assignment, text);
    case 'secret':
      return isSecretValue(value, assignment.quoted);
    case 'key':
      return isKeyValue(value);
  }
}
