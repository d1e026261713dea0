import { isPlaceholder, looksRandom } from './judge-value.ts';
import type { SecretReader, SecretSpan } from './rule.ts';
import { marker } from './token-bounds.ts';

/** Everything up to the path, an `@` within a password included; blanks only where an `@` still follows. */
const authority = /[^\s"'`<>/\\]{0,300}(?: [^\s"'`<>/\\]{0,40}@[^\s"'`<>/\\@]{1,100})?/y;
const hexadecimal = /^(?=.*\d)[0-9a-f]{8,64}$/i;
const shortestCut = 8;
const portAndQuery = /^\d{1,5}(?:[?#,;].*)?$/;
const userOption =
  /[ \t]{0,4}=?[ \t]{0,4}(?:"([^"\n:]{0,100}):([^"\n]{0,200})"|'([^'\n:]{0,100}):([^'\n]{0,200})'|([\w$@.-]{1,100}):(["']?)([^\s"']{1,200})\6)(?=\s|$)/y;
const exampleUser = /^(?:user(?:name)?|name|usr|login|me|x{2,}|test)$/i;
const examplePassword = /^(?:pass(?:word)?|pwd|token|test|y{2,}|apikey|api_token)$/i;
const farthestCurl = 1_500;

/**
 * Passwords beside their user: before the host of an address (`postgres://user:…@host`), a token in the user's place included, and
 * as an option of curl.
 */
export const userPasswordReaders: readonly SecretReader[] = [
  {
    keywords: ['://'],
    find(text, _, end, { lastVisible }) {
      authority.lastIndex = end;
      const [hostAndBefore = ''] = authority.exec(text) ?? [];
      const at = hostAndBefore.lastIndexOf('@');
      if (at === -1) return findCut(text, end, hostAndBefore, lastVisible);
      const userAndPassword = hostAndBefore.slice(0, at);
      const colon = userAndPassword.replace(marker, (mark) => ' '.repeat(mark.length)).indexOf(':');
      if (colon === -1) {
        const token = looksRandom(userAndPassword, 20) && !isPlaceholder(userAndPassword);
        return token ? { start: end, end: end + at, kind: 'url-token' } : undefined;
      }
      const user = userAndPassword.slice(0, colon);
      const password = userAndPassword.slice(colon + 1);
      if (!isUrlPassword(user, password)) return undefined;
      // Where both were drawn, neither is known without the other.
      const isPair = hexadecimal.test(user) && hexadecimal.test(password);
      return { start: isPair ? end : end + colon + 1, end: end + at, kind: 'url-password' };
    },
  },
  {
    keywords: [' -u', '\n-u', '\t-u', '--user'],
    find(text, start, end, scan) {
      userOption.lastIndex = end;
      const match = userOption.exec(text);
      if (match === null) return undefined;
      scan.read(farthestCurl);
      if (!/\b(?:curl|wget|http)\b/.test(text.slice(Math.max(0, start - farthestCurl), start)))
        return undefined;
      const user = match[1] ?? match[3] ?? match[5] ?? '';
      const password = match[2] ?? match[4] ?? match[7] ?? '';
      if (!isUserAndPassword(user, password)) return undefined;
      const secret = password === '' ? `${user}:` : password;
      const secretEnd = end + match[0].length - (/["']$/.test(match[0]) ? 1 : 0);
      return { start: secretEnd - secret.length, end: secretEnd, kind: 'basic-password' };
    },
  },
];

function isUserAndPassword(user: string, password: string): boolean {
  if (password === '') return user.length >= 4 && /\d/.test(user) && !isPlaceholder(user);
  if (password.length < 3 || password === user) return false;
  if (examplePassword.test(password) || (exampleUser.test(user) && !/\d/.test(password))) return false;
  return !isPlaceholder(password) && !/[${}]/.test(password);
}

function isUrlPassword(user: string, password: string): boolean {
  if (password.length < 4 || password === user || portAndQuery.test(password)) return false;
  // `user:password` is documentation, `admin:password` a default that nobody changed.
  if (/^pass(?:word)?$/.test(password)) return password === 'pass' || !/user|name|login/i.test(user);
  return !isPlaceholder(password);
}

/** An address that was cut off within its password: what stands at the end is no port. */
function findCut(
  text: string,
  start: number,
  userAndPassword: string,
  lastVisible: () => number,
): SecretSpan | undefined {
  const end = start + userAndPassword.length;
  if (end < text.length && end < lastVisible()) return undefined;
  const [user = '', password = '', ...rest] = userAndPassword.replace(/(?:…|\.{3})$/, '').split(':');
  if (rest.length > 0 || user.includes('.')) return undefined;
  if (!looksRandom(password, shortestCut) || isPlaceholder(password)) return undefined;
  const passwordStart = start + user.length + 1;
  return { start: passwordStart, end: passwordStart + password.length, kind: 'url-password' };
}
