import { isPlaceholder } from './is-placeholder.ts';
import { isFiller, looksRandom } from './looks-random.ts';
import { type SecretDetector, workOf } from './secret-span.ts';

const afterAuthorization =
  /["'\\]{0,3}[ \t]{0,3}[:=,][ \t]{0,8}["'\\]{0,3}(?:(?:basic|bearer|token|apikey|digest|negotiate|aws4-hmac-sha256)[ \t]{1,4})?([\w.~+/=@:-]{8,1000})/iy;
const afterScheme = /[ \t]{1,4}["'\\]{0,2}([\w.~+/=-]{16,1000})/y;
const restOfValue = /[\w.~+/=-]*/y;
const headerOption =
  /(?:[ \t=]{0,6})["']([\w-]{0,40}(?:key|token|secret|auth)):[ \t]{0,6}([\w.~+/=@-]{8,500})["']/iy;
const userOption =
  /[ \t]{0,4}=?[ \t]{0,4}(?:"([^"\n:]{0,100}):([^"\n]{0,200})"|'([^'\n:]{0,100}):([^'\n]{0,200})'|([\w$@.-]{1,100}):(["']?)([^\s"']{1,200})\6)(?=\s|$)/y;
const exampleUser = /^(?:user(?:name)?|name|usr|login|me|x{2,}|test)$/i;
const examplePassword = /^(?:pass(?:word)?|pwd|token|test|y{2,}|apikey|api_token)$/i;
const farthestCurl = 1500;
const reach = 1_600;

/** Credentials that travel in the head of a request: `Authorization`, `Bearer …`, and curl's options for them. */
export const headerCredentialDetectors: readonly SecretDetector[] = [
  { literals: ['authorization'], reach, find: valueAfter(afterAuthorization, 'authorization', isCredential) },
  {
    literals: ['bearer'],
    reach,
    find: valueAfter(afterScheme, 'bearer-token', (value) => looksRandom(value, 16)),
  },
  {
    literals: [' -h', '\n-h', '\t-h', '--header'],
    reach,
    find: valueAfter(headerOption, 'authorization', isCredential, 'curl'),
  },
  {
    literals: [' -u', '\n-u', '\t-u', '--user'],
    reach,
    find(text, start, end, progress) {
      userOption.lastIndex = end;
      const match = userOption.exec(text);
      if (!match) return undefined;
      progress.work += workOf(farthestCurl);
      if (!followsCurl(text, start)) return undefined;
      const user = match[1] ?? match[3] ?? match[5] ?? '';
      const password = match[2] ?? match[4] ?? match[7] ?? '';
      if (!isUserAndPassword(user, password)) return undefined;
      const secret = password === '' ? `${user}:` : password;
      const secretEnd = end + match[0].length - (/["']$/.test(match[0]) ? 1 : 0);
      return { start: secretEnd - secret.length, end: secretEnd, kind: 'basic-password' };
    },
  },
];

function valueAfter(
  pattern: RegExp,
  kind: string,
  accepts: (value: string) => boolean,
  program?: string,
): SecretDetector['find'] {
  return (text, start, end, progress) => {
    pattern.lastIndex = end;
    const match = pattern.exec(text);
    const value = match?.at(-1);
    if (!match || value === undefined) return undefined;
    progress.work += workOf(value.length);
    if (!accepts(value)) return undefined;
    if (program) {
      progress.work += workOf(farthestCurl);
      if (!followsCurl(text, start)) return undefined;
    }
    const valueStart = match.index + match[0].lastIndexOf(value);
    restOfValue.lastIndex = valueStart + value.length;
    restOfValue.test(text);
    return { start: valueStart, end: restOfValue.lastIndex, kind };
  };
}

function isCredential(value: string): boolean {
  if ((!/\d/.test(value) && value.length < 20) || value.includes('://')) return false;
  return !isPlaceholder(value) && !isFiller(value);
}

function isUserAndPassword(user: string, password: string): boolean {
  if (password === '') return user.length >= 4 && /\d/.test(user) && !isPlaceholder(user);
  if (password.length < 3 || password === user) return false;
  if (examplePassword.test(password) || (exampleUser.test(user) && !/\d/.test(password))) return false;
  return !isPlaceholder(password) && !/[${}]/.test(password);
}

function followsCurl(text: string, index: number): boolean {
  return /\b(?:curl|wget|http)\b/.test(text.slice(Math.max(0, index - farthestCurl), index));
}
