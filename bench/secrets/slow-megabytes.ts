import { SeededRandom } from '../doors/seeded-random.ts';
import { drawFrom } from './secret-values.ts';

const megabyte = 1_000_000;

/** Beginnings that a rule may follow far, one after another with nothing that ends them. */
const repeated: readonly string[] = [
  'password=',
  'password="',
  "password='",
  'password: ',
  '"password":"',
  'password|',
  'password?',
  'password ',
  'pass',
  'token',
  'key',
  'api_key ',
  'secret>',
  '<password ',
  'password=\\"',
  'a@',
  '://a:',
  '://',
  'http://a:b',
  '%70',
  '%25',
  'eyJ',
  'eyJ.',
  'ghp_',
  'ghp_a',
  'AKIA',
  'sk-',
  'glpat-',
  'EAAA',
  's.',
  'SK',
  'MT',
  'xoxb-',
  'ghp_\n',
  'ghp_\\\n',
  'A1b2',
  'aB3+',
  'QUJD',
  'QUJD\n',
  'abcd/',
  'a\n',
  'a\\\n',
  '\\n',
  '"\n"',
  'ghp_"+\n"',
  '-----BEGIN PRIVATE KEY-----\n',
  '-----END PRIVATE KEY-----',
  '-----BEGIN',
  '----',
  'MIIE\n',
  'mysql ',
  'mysql -p',
  'sshpass -p ',
  'docker login -p ',
  'curl -u ',
  'curl ',
  ' -u a:b',
  ' -u',
  ' -p a',
  ' -H',
  '--password ',
  '--password',
  'echo a | sudo ',
  'echo ',
  'sqlplus a/',
  'smbclient a%',
  'htpasswd -b a ',
  'identified by ',
  "identified by '",
  'cookie: a=',
  'cookie: a=b; ',
  'x-api-key: ',
  'authorization: ',
  'bearer ',
  'password is ',
  'password for a: ',
  'password is',
  'bot1:',
  '/bot',
  '\ndata:\n a: b',
  '\nkind: Secret',
  ':5432:',
  'login a password ',
  '$6$',
  'sig=',
  'пароль ',
  'пароль=',
  '密码',
  '\u0430',
  '[redacted:',
  '[redacted:a]',
  '0|',
  '1%',
  ':AA',
  '_mmk',
  '.atlasv1.',
  '-us',
  'Q~',
  'datadog ',
  'datadog=',
  'aws_secret_access_key=',
  'PASSWORD=a\n',
  'export A_PASSWORD=',
  "['mysql', ",
  '"-p", ',
  ' ',
  '\n',
  '\t',
  'x',
  '=',
  '"',
  "'",
  '\\',
  '/',
  '%',
  '\u0301',
];

/** Megabytes made to be slow, by name. Each is one beginning many times, two of them in turn, or one long run of a kind. */
export function* slowMegabytes(seed: number): Generator<readonly [name: string, text: string]> {
  const random = new SeededRandom(seed);
  for (const part of repeated) yield [JSON.stringify(part), fillWith(part)];
  for (let pair = 0; pair < 60; pair++) {
    const part = random.pick(repeated) + random.pick(repeated);
    yield [JSON.stringify(part), fillWith(part)];
  }
  for (const part of random.shuffle(repeated).slice(0, 20)) {
    yield [
      `${JSON.stringify(part)}, then a run`,
      part + drawFrom(random, 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789', megabyte),
    ];
  }
  for (const [name, alphabet] of Object.entries({
    base64: 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/',
    hexadecimal: '0123456789abcdef',
    'password letters': 'pasword=:" ',
    marks: '-_.:=/@%$|\\"\' \n',
  })) {
    yield [name, drawFrom(random, alphabet, megabyte)];
  }
  yield [
    'fragments at random',
    Array.from({ length: 150_000 }, () => random.pick(repeated))
      .join('')
      .slice(0, megabyte),
  ];
}

function fillWith(part: string): string {
  return part.repeat(Math.ceil(megabyte / part.length)).slice(0, megabyte);
}
