import { isPlaceholder } from './is-placeholder.ts';
import type { SecretDetector } from './secret-span.ts';

/** Secrets in files that have a form of their own: the kind, literals, and what follows them with the secret as group. */
const lines: readonly (readonly [kind: string, literals: readonly string[], rest: RegExp])[] = [
  ['netrc-password', ['login '], /\S{1,100}\s{1,20}password\s{1,20}(\S{1,200})/y],
  [
    'pgpass-password',
    [':5432:', ':5433:', ':6432:', ':3306:'],
    /(?<=^[^\s:/]{1,100}:\d{4}:)[^\s:/]{1,64}:[^\s:/]{1,64}:(\S{1,200})(?=\s|$)/my,
  ],
  ['connection-password', [';pwd=', '; pwd=', ';password=', '; password='], /([^\s;"'<>]{4,200})/y],
  ['connection-password', [',password='], /([^\s,;"'<>()]{4,200})(?=[,)])/y],
  ['npm-token', ['_authtoken='], /([^\s$"']{8,200})/y],
  ['password-hash', ['$2a$', '$2b$', '$2y$'], /(\d\d\$[./A-Za-z0-9]{53})/y],
  ['password-hash', ['$1$', '$5$', '$6$', '$y$', '$apr1$'], /([./A-Za-z0-9=$]{1,40}\$[./A-Za-z0-9]{22,86})/y],
  [
    'password-hash',
    ['$argon2i', '$argon2d'],
    /(d?\$v=\d{1,4}\$[\w=,]{1,60}\$[A-Za-z0-9+/]{8,64}\$[A-Za-z0-9+/]{16,128})/y,
  ],
  [
    'bot-token',
    ['/bot'],
    /(?:s?\/)?(\d{5,16}:[\w-]{16,}|(?<=\/)(?=[A-Za-z_-]{0,40}\d)[\w-]{20,})(?=[/?#\s"']|$)/y,
  ],
  [
    'password',
    ['-passin pass:', '-passout pass:', '-pass pass:', '-passin=pass:', '-passout=pass:'],
    /([^\s"'`|;&<>()\\]{3,})/y,
  ],
  ['connection-key', ['accountkey=', 'sharedaccesskey='], /([A-Za-z0-9+/]{40,90}={0,2})/y],
  ['signature', ['sig='], /([A-Za-z0-9%+/]{40,90}={0,2})/y],
  ['signature', ['signature='], /([0-9A-Fa-f]{64}(?![0-9A-Fa-f])|[A-Za-z0-9%+/]{40,90}={0,2})/y],
];

export const credentialLineDetectors: readonly SecretDetector[] = lines.map(([kind, literals, rest]) => ({
  literals,
  reach: 800,
  find(text, _, end) {
    rest.lastIndex = end;
    const match = rest.exec(text);
    const secret = match?.[1];
    if (!match || secret === undefined || isPlaceholder(secret)) return undefined;
    const start = match.index + match[0].lastIndexOf(secret);
    return { start, end: start + secret.length, kind };
  },
}));
