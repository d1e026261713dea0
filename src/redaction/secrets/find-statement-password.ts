import { isPlaceholder } from './is-placeholder.ts';
import { type SecretDetector, workOf } from './secret-span.ts';
import { followsEscape } from './starts-token.ts';

const quoted = String.raw`\\{0,2}(["'])([^"'\n]{1,400}?)\\{0,2}\1`;
const bare = String.raw`([^\s;"',()\\]{3,400})`;

const farthestAccount = 160;

/** Statements of SQL that give an account its password: the literals, and what follows them with the secret as a group. */
const statements: readonly (readonly [literals: readonly string[], rest: RegExp])[] = [
  [
    ['identified by', 'identified by password', 'identified by values'],
    new RegExp(String.raw`\s{1,8}(?:${quoted}|(?!values\b|password\b|random\b)${bare})`, 'iy'),
  ],
  [
    ['identified with'],
    new RegExp(String.raw`\s{1,8}["']?\w{1,40}["']?\s{1,8}(?:by|as)\s{1,8}${quoted}`, 'iy'),
  ],
  [['password('], new RegExp(String.raw`\s{0,4}${quoted}\s{0,4}\)`, 'iy')],
  [['password '], new RegExp(String.raw`\s{0,4}${quoted}`, 'iy')],
];

export const statementPasswordDetectors: readonly SecretDetector[] = statements.map(([literals, rest]) => ({
  literals,
  reach: 700,
  find(text, start, end, progress) {
    // A function of a program is called with a label: `prompt.password('Name')`.
    if (/[\w.]/.test(text[start - 1] ?? '') && !followsEscape(text, start)) return undefined;
    if (
      literals[0] === 'password(' &&
      !/[=,][ \t]{0,4}$|SELECT $/i.test(text.slice(Math.max(0, start - 8), start))
    )
      return undefined;
    rest.lastIndex = end;
    const match = rest.exec(text);
    const secret = match?.[2] ?? match?.[3];
    if (!match || secret === undefined || isPlaceholder(secret)) return undefined;
    progress.work += workOf(secret.length + farthestAccount);
    if (literals[0] === 'password ' && !isOfAccount(text, start)) return undefined;
    const secretStart = match.index + match[0].lastIndexOf(secret);
    return { start: secretStart, end: secretStart + secret.length, kind: 'password' };
  },
}));

function isOfAccount(text: string, start: number): boolean {
  return /\b(?:create|alter)\s+(?:role|user|login)\b[^;\n]{0,120}$/i.test(
    text.slice(Math.max(0, start - farthestAccount), start),
  );
}
