import { isMixed, isPlaceholder, looksRandom } from '../judge-value.ts';
import type { SecretRule } from '../rule.ts';
import { requestPrograms } from './places.ts';

const raw = String.raw;

/** A name of a user and a password side by side, where the place alone says so. */
const pairs: readonly SecretRule[] = [
  {
    id: 'connection-password',
    keywords: ['jdbc:oracle:'],
    example: ['jdbc:oracle:thin:app/‹any 12›@db.test:1521', 'jdbc:oracle:thin:@db.test:1521'],
    shape: raw`\w{1,12}:[\w.$#-]{1,64}\/(?<secret>[^\s@"'<>]{3,200})@`,
  },
  {
    id: 'connection-password',
    keywords: ['connect(', 'connection('],
    example: [`connect('app/‹any 12›@db.test')`, `connect('app/orders')`],
    shape: raw`\s{0,4}["'][\w$#.]{1,64}\/(?<secret>[^\s@/"']{3,200})@`,
  },
  {
    id: 'connection-password',
    keywords: [';password={', ';pwd={'],
    example: ['user=sa;password={‹any 12›};', 'a;password={password}'],
    shape: raw`(?<secret>[^{}\s]{4,200})(?=\}(?:[;"'\s]|$))`,
  },
  {
    id: 'connection-password',
    keywords: ['@tcp(', '@unix('],
    example: ['app:‹any 12›@tcp(db.test:3306)/orders', 'app@tcp(db.test:3306)/orders'],
    shape: raw`(?<=(?:^|[^\w.%-])[\w.%-]{1,64}:(?<secret>[^\s:@"'\x60/]{3,200})@\w{3,4}\()`,
  },
  {
    id: 'password',
    keywords: ['bind', 'login', 'credential', 'authentication', 'basicauth'],
    example: [`smtp.login('ada', 'x1‹any 12›')`, `login('user', 'password')`],
    shape: raw`\w{0,8}\(\s{0,8}["'][^"'\n]{1,200}["'],\s{0,8}["'](?<secret>[^"'\n]{4,200})["']`,
    looks: isMixed,
  },
  {
    id: 'password',
    keywords: ['user = "', 'user="', 'login with ', 'log in with ', 'account (', 'creds: ', 'credentials: '],
    example: ['creds: ada / x1‹any 12›', 'login with your own account'],
    shape: raw`["'\x60]?[\w@.+-]{2,64}(?::| ?\/ ?| and )(?<secret>[^\s"'\x60()]{6,200})(?=["'\x60).,;]{0,2}(?:\s|$))`,
    looks: isMixed,
  },
  {
    id: 'password',
    keywords: ['net user ', 'net use '],
    example: ['net user ada x1‹any 12› /add', 'net user ada /delete'],
    shape: raw`[^\n]{0,80}?(?:\/user:)?(?<![\\/])\b[\w.@\\-]{2,64} (?<secret>[^\s/\\:*]{4,200})(?=\s|$)`,
    looks: isMixed,
  },
  {
    id: 'password',
    keywords: ['convertto-securestring'],
    example: [`ConvertTo-SecureString '‹any 12›' -Force`, 'ConvertTo-SecureString $value'],
    shape: raw`\s{1,4}(?:-String\s{1,4})?(?:["'](?<secret>[^"'\n]{3,200})["']|(?<bare>[^\s"'$(-]\S{3,200}))`,
  },
  {
    id: 'password',
    keywords: ['<<<'],
    example: ['sudo -S apt update <<< "‹any 12›"', 'sed s/a/b/ <<< "‹any 12›"'],
    shape: raw` {0,2}["']?(?<secret>[^\s"'$]{4,200})`,
    near: { pattern: /\bsudo\b[^\n]*[ \t]-\w*S\b|passwd|(?:password|passphrase)-(?:stdin|fd)/, before: 200 },
  },
  {
    id: 'password',
    keywords: ['send "'],
    example: ['# Password\nsend "‹any 12›\\r"', 'send "exit\\r"'],
    shape: raw`(?:-- )?(?<secret>[^"\\\n]{4,100})\\[rn]"`,
    near: { pattern: /assword/i, before: 60, after: 24 },
  },
  {
    id: 'pin',
    keywords: ['pin', 'passcode'],
    example: ['the PIN is ‹digit 6›', 'pin: 13'],
    shape: raw`(?: code)?(?: is| [=:-]|[=:])[ \t]{1,2}(?<secret>\d{4,8})(?![\w.])`,
    near: { pattern: /(?:^|[\s"'(])$/, before: 1 },
  },
];

const ofAuthority = raw`[^\s"'\x60<>/\\]`;
/** Up to the last `@` before the path: one within a password belongs to it; a blank only where an `@` still follows. */
const beforeHost = raw`(?=@(?!${ofAuthority}{0,300}@))`;
const passwordOfAddress = raw`${ofAuthority}{1,300}(?: ${ofAuthority}{0,40}(?=@${ofAuthority}))?`;
const hexadecimal = '(?=[a-f]{0,63}\\d)[0-9a-f]{8,64}';
const portAndQuery = /^\d{1,5}(?:[?#,;].*)?$/;
const exampleUser = /^(?:user(?:name)?|name|usr|login|me|x{2,}|test)$/i;
const examplePassword = /^(?:pass(?:word)?|pwd|token|test|y{2,}|apikey|api_token)$/i;

/** Passwords beside their user: before the host of an address, a token in the user's place included, and as an option of curl. */
const addresses: readonly SecretRule[] = [
  {
    id: 'url-password',
    keywords: ['://'],
    example: ['postgres://app:‹any 12›@db.test/a', 'https://host.test:8080/?mail=a@b.test'],
    // Where both were drawn, neither is known without the other.
    shape: raw`(?:(?<secret>${hexadecimal}:${hexadecimal})|(?<user>(?:\[redacted:[a-z0-9-]{1,40}\]|(?!\[redacted:)[^\s"'\x60<>/\\:]){0,200}):(?<bare>${passwordOfAddress}))${beforeHost}`,
    flags: 'i',
    looks: (password, { user }) => user === undefined || isUrlPassword(user, password),
  },
  {
    id: 'url-token',
    keywords: ['://'],
    example: ['https://‹any 36›@git.test/a', 'ssh://git@git.test/a'],
    shape: raw`[^\s"'\x60<>/\\:@]{20,300}(?=@)`,
    looks: (token) => looksRandom(token, 20) && !isPlaceholder(token),
  },
  {
    // Cut off within the password: what stands at the end is no port.
    id: 'url-password',
    keywords: ['://'],
    example: ['see postgres://app:x1‹any 12›…', 'see https://host.test:8080'],
    shape: raw`[^\s"'\x60<>/\\:@.]{0,100}:(?<secret>[^\s"'\x60<>/\\:@]{8,300}?)(?:…|\.{3})?(?=\s{0,64}$)`,
    looks: (password) => looksRandom(password, 8) && !isPlaceholder(password),
  },
  {
    id: 'basic-password',
    keywords: [' -u', '\n-u', '\t-u', '--user'],
    example: ['curl -u ada:‹any 12› a.test', 'docker run -u 1000:1000 kettle'],
    shape: raw`[ \t]{0,4}=?[ \t]{0,4}(?:(?<quote>["'])(?<user>[^\n:"']{0,100}):(?<secret>[^\n"']{1,200})\k<quote>|(?<name>[\w$@.-]{1,100}):["']?(?<bare>[^\s"']{1,200})["']?)(?=\s|$)`,
    near: requestPrograms,
    looks: (password, { user, name }) => isUserAndPassword(user ?? name ?? '', password),
  },
  {
    id: 'basic-password',
    keywords: [' -u', '\n-u', '\t-u', '--user'],
    example: ['curl -u x1‹any 12›: a.test', 'curl -u ada: a.test'],
    shape: raw`[ \t]{0,4}=?[ \t]{0,4}["']?(?<secret>[\w$@.-]{4,100}:)["']?(?=\s|$)`,
    near: requestPrograms,
    looks: (user) => /\d/.test(user) && !isPlaceholder(user.slice(0, -1)),
  },
];

function isUserAndPassword(user: string, password: string): boolean {
  if (password.length < 3 || password === user || isPlaceholder(password) || /[${}]/.test(password))
    return false;
  return !examplePassword.test(password) && (!exampleUser.test(user) || /\d/.test(password));
}

function isUrlPassword(user: string, password: string): boolean {
  if (password.length < 4 || password === user || portAndQuery.test(password)) return false;
  // `user:password` is documentation, `admin:password` an unchanged default.
  if (/^pass(?:word)?$/.test(password)) return password === 'pass' || !/user|name|login/i.test(user);
  return !isPlaceholder(password);
}

export const accountRules: readonly SecretRule[] = [...pairs, ...addresses];
