import { isFiller, isPlaceholder, looksRandom } from '../judge-value.ts';
import { endOfToken, type SecretRule } from '../rule.ts';

const raw = String.raw;

/** Tokens known by something within them: what stands before the mark belongs to the token. */
export const markedRules: readonly SecretRule[] = (
  [
    ['azure-secret', ['Q~'], raw`[\w.~]{3}\d`, raw`[\w.~-]{31,34}(?![\w.~-])`],
    ['terraform-token', ['.atlasv1.'], '[A-Za-z0-9]{14}', raw`[\w=-]{60,70}(?![\w=-])`],
    ['maxmind-key', ['_mmk'], '[A-Za-z0-9]{6}_[A-Za-z0-9]{29}', '(?![A-Za-z0-9])'],
    // The scanner finds keywords of two characters and more, so a mark of one comes with the digit before it.
    ['facebook-token', digitsBefore('|'), raw`(?<!\d)\d{14,15}`, raw`[\w-]{27,40}(?![\w-])`],
    ['facebook-token', digitsBefore('%'), raw`(?<!\d)\d{14,15}`, raw`[\w-]{27,40}(?![\w-])`],
    ['telegram-token', [':AA'], raw`(?<!\d)\d{8,10}`, raw`[\w-]{33}(?![\w-])`],
  ] as const
).map(([id, keywords, head, shape]) => ({
  ...{ id, keywords, head, exact: true, shape: shape + endOfToken },
  looks: (token: string) => !isFiller(token),
}));

function digitsBefore(mark: string): readonly [string, ...string[]] {
  return Array.from('0123456789', (digit) => digit + mark) as [string, ...string[]];
}

/** Files that have a form of their own. */
const lines: readonly SecretRule[] = [
  {
    id: 'netrc-password',
    keywords: ['login '],
    shape: raw`\S{1,100}\s{1,20}password\s{1,20}(?<secret>\S{1,200})`,
  },
  {
    id: 'pgpass-password',
    keywords: [':5432:', ':5433:', ':6432:', ':3306:'],
    shape: raw`(?<=^[^\s:/]{1,100}:\d{4}:)[^\s:/]{1,64}:[^\s:/]{1,64}:(?<secret>\S{1,200})(?=\s|$)`,
    flags: 'm',
  },
  { id: 'npm-token', keywords: ['_authtoken='], shape: raw`[^\s$"']{8,200}` },
  {
    id: 'password-hash',
    keywords: ['$2a$', '$2b$', '$2y$'],
    shape: raw`\d\d\$[./A-Za-z0-9]{53}`,
  },
  {
    id: 'password-hash',
    keywords: ['$1$', '$5$', '$6$', '$y$', '$apr1$'],
    shape: raw`[./A-Za-z0-9=$]{1,40}\$[./A-Za-z0-9]{22,86}`,
  },
  {
    id: 'password-hash',
    keywords: ['$argon2i', '$argon2d'],
    shape: raw`d?\$v=\d{1,4}\$[\w=,]{1,60}\$[A-Za-z0-9+/]{8,64}\$[A-Za-z0-9+/]{16,128}`,
  },
  {
    id: 'bot-token',
    keywords: ['/bot'],
    shape: raw`(?:s?\/)?(?<secret>\d{5,16}:[\w-]{16,4000}|(?<=\/)(?=[A-Za-z_-]{0,40}\d)[\w-]{20,4000})(?=[/?#\s"']|$)`,
  },
  {
    id: 'password',
    keywords: ['-passin pass:', '-passout pass:', '-pass pass:', '-passin=pass:', '-passout=pass:'],
    shape: raw`[^\s"'\x60|;&<>()\\]{3,200}`,
    rest: raw`[^\s"'\x60|;&<>()\\]`,
  },
  { id: 'signature', keywords: ['sig='], shape: '[A-Za-z0-9%+/]{40,90}={0,2}' },
  {
    id: 'signature',
    keywords: ['signature='],
    shape: '[0-9A-Fa-f]{64}(?![0-9A-Fa-f])|[A-Za-z0-9%+/]{40,90}={0,2}',
  },
  {
    // Only their place tells that these values are secret, and base64 hides nothing.
    id: 'kubernetes-secret',
    keywords: ['\ndata:', '\nstringdata:'],
    shape: raw`["']?\n[ \t]{1,12}(?<secret>[\w.-]{1,80}:[ \t]{1,4}[^\n]{1,4000}(?:\n[ \t]{1,12}[\w.-]{1,80}:[ \t]{1,4}[^\n]{1,4000}){0,39})`,
    near: { pattern: /^[ \t]*kind:[ \t]*["']?Secret\b/m, before: 500, after: 1_500 },
    looks: () => true,
  },
];

const quoted = raw`\\{0,2}(?<quote>["'])(?<secret>[^"'\n]{1,400}?)\\{0,2}\k<quote>`;
/** A function of a program is called with a label (`prompt.password('Name')`); the end of an escape is no part of a name. */
const startsName = raw`(?:^|[^\w.]|\\[ntr])$`;
const startOfWord = { pattern: new RegExp(startsName), before: 2 };

/** Statements of SQL that give an account its password. */
const statements: readonly SecretRule[] = [
  {
    keywords: ['identified by', 'identified by password', 'identified by values'],
    shape: raw`\s{1,8}(?:${quoted}|(?!values\b|password\b|random\b)(?<bare>[^\s;"',()\\]{3,400}))`,
    near: startOfWord,
  },
  {
    keywords: ['identified with'],
    shape: raw`\s{1,8}["']?\w{1,40}["']?\s{1,8}(?:by|as)\s{1,8}${quoted}`,
    near: startOfWord,
  },
  {
    keywords: ['password('],
    shape: raw`\s{0,4}${quoted}\s{0,4}\)`,
    near: { pattern: /[=,][ \t]{0,4}$|SELECT $/i, before: 8 },
  },
].map((row) => ({ id: 'password', flags: 'i', ...row }));

export const requestPrograms = { pattern: /\b(?:curl|wget|http)\b/, before: 1_500 };
const ofValue = raw`[\w.~+/=-]`;

function isCredential(value: string): boolean {
  if ((!/\d/.test(value) && value.length < 20) || value.includes('://')) return false;
  return !isPlaceholder(value) && !isFiller(value);
}

/** Credentials that travel in the head of a request: `Authorization`, `Bearer …`, and curl's options for them. */
const headers: readonly SecretRule[] = [
  {
    id: 'authorization',
    keywords: ['authorization'],
    shape: raw`["'\\]{0,3}[ \t]{0,3}(?:[:=,]|=>)[ \t]{0,8}[\[b]?["'\\]{0,3}(?:(?:basic|bearer|token|apikey|digest|negotiate|aws4-hmac-sha256)[ \t]{1,4})?(?<secret>[\w.~+/=@:-]{8,1000})`,
    flags: 'i',
    looks: isCredential,
    rest: ofValue,
  },
  {
    id: 'authorization',
    keywords: [' -h', '\n-h', '\t-h', '--header'],
    shape: raw`(?:[ \t=]{0,6})["'][\w-]{0,40}(?:key|token|secret|auth):[ \t]{0,6}(?<secret>[\w.~+/=@-]{8,500})["']`,
    flags: 'i',
    near: requestPrograms,
    looks: isCredential,
    rest: ofValue,
  },
];

const ofCookie = raw`[^\s;"',\\]`;
const cookieName = raw`[\w.!#$%*+^|~-]{1,120}=`;
const cookieValues = raw`(?<secret>${ofCookie}{4,1000}(?:;[ \t]?${cookieName}${ofCookie}{0,1000}){0,40})`;
const afterCookie = raw`[23]?["'\\]{0,2}[ \t]{0,2}[:=(,][ \t]{0,4}["'\\]{0,3}${cookieName}"?`;
const afterOption = raw`[ =]["'\\]{0,2}${cookieName}`;

/** All values of cookies in headers of requests and answers: their holder is taken for their owner. */
const cookies: readonly SecretRule[] = [
  {
    keywords: ['cookie'],
    shape: afterCookie + cookieValues,
    near: { pattern: /^(?!set-$).{0,4}(?<!--)$/is, before: 4 },
  },
  // Attributes follow the first value of a `Set-Cookie`.
  { keywords: ['set-cookie'], shape: raw`${afterCookie}(?<secret>${ofCookie}{4,1000})` },
  { keywords: ['--cookie'], shape: afterOption + cookieValues },
  {
    keywords: [' -b'],
    shape: afterOption + cookieValues,
    near: { pattern: /\bcurl\b/, before: 400 },
  },
].map((row) => ({
  ...{ id: 'cookie', rest: ofCookie, ...row },
  // A short word such as `theme=dark` is a choice, not a session.
  looks: (values: string) => !isPlaceholder(values) && !/^[A-Za-z_.]{1,11}$/.test(values),
}));

/** `…GeneratedClass1Test`. */
function isOfWords(run: string): boolean {
  const ofWords = (run.match(/[A-Z]?[a-z]{3,}/g) ?? []).reduce((sum, word) => sum + word.length, 0);
  return 2 * ofWords > run.length;
}

/**
 * The end of a token whose beginning was cut off, `…aB3dE5gH7jK9`, known by its look alone. Digests are of one case, names of
 * words.
 */
export const cutTailRule: SecretRule = {
  id: 'cut-token',
  // The mark comes with what follows it, which belongs to the token.
  keywords: Array.from('abcdefghijklmnopqrstuvwxyz0123456789', (first) => `…${first}`),
  shape: '(?<=…(?<head>.))[A-Za-z0-9_-]{11,79}',
  looks: (run) =>
    /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && looksRandom(run, 12) && !isOfWords(run),
  rest: raw`[\w-]`,
};

export const placeRules: readonly SecretRule[] = [...headers, ...cookies, ...lines, ...statements];
