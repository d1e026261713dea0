import { isPlaceholder } from './is-placeholder.ts';
import { looksRandom } from './looks-random.ts';
import { marker } from './marker.ts';
import type { SecretDetector, SecretSpan } from './secret-span.ts';

/** Everything up to the path, an `@` within a password included; blanks only where an `@` still follows. */
const authority = /[^\s"'`<>/\\]{0,300}(?: [^\s"'`<>/\\]{0,40}@[^\s"'`<>/\\@]{1,100})?/y;
const hexadecimal = /^(?=.*\d)[0-9a-f]{8,64}$/i;
const shortestCut = 8;
const portAndQuery = /^\d{1,5}(?:[?#,;].*)?$/;

/** Passwords, and tokens in a user's place, before the host of an address: `postgres://user:…@host`. */
export const urlPasswordDetectors: readonly SecretDetector[] = [
  {
    literals: ['://'],
    reach: 600,
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
];

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
