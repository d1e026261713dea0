import { SeededRandom } from '../doors/seeded-random.ts';
import { drawFrom } from './secret-values.ts';

const megabyte = 1_000_000;
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const announcing =
  'ghp_ gho_ ghu_ ghr_ github_pat_ glpat- gldt- glft- npm_ rubygems_ CLOJARS_ dop_v1_ doo_v1_ vcp_ nfp_ sbp_ hvs. pul- pnu_ ico- glc_ glsa_ sntryu_ NRAK- squ_ sqp_ sqa_ bkua_ CCIPAT_ PMAK- rdme_ gsk_ xai- pplx- hf_ r8_ lsv2_ pcsk_ xoxb- sk_live_ whsec_ shpat_ shppa_ SG. xkeysib- key- figd_ lin_api_ ntn_ tfp_'.split(
    ' ',
  );
const prose =
  'The quick report of the day says that nothing has gone wrong in any of the builds, and that all is well. ';

/** Parts that were thought of by reading the rules: what each may read far, read again, or be asked about often. */
const parts: readonly string[] = [
  // A value without a limit that is let go in the end.
  'cookie:a=example',
  'cookie: a=here;b=example',
  'set-cookie: example=your-a;',
  // Long bodies that are fillers.
  `/LS0tLS1CRUdJTiBQUklWQVRF${'A'.repeat(70)}`,
  `/ZXlK${'A'.repeat(90)}`,
  `.ey${'A'.repeat(30)}`,
  `/bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t${'A'.repeat(80)}`,
  `ghs_1_ey${'A'.repeat(12)}.`,
  `ya29.${'A'.repeat(60)}`,
  // Tokens of many kinds, each of which looks into the lines behind it.
  announcing.map((literal) => `${literal}\n`).join(''),
  announcing.map((literal) => `${literal}a1\\\n`).join(''),
  announcing.map((literal) => `"${literal}b2" +\n`).join(''),
  announcing.map((literal) => `12:01 | ${literal}c3\n`).join(''),
  announcing.map((literal) => ` ${literal}A1b2C3d4E5...`).join(''),
  announcing.join(''),
  // Looks back as far as the name of a program.
  ' -H "a-key: aaaaaaa1"',
  ' -b a=bbbb1',
  ' -u a:b1c',
  ' --header "xtoken: abcdefg9"',
  'curlx -u bob:Hunter22 ',
  'create user a password "',
  'set a a a password to ',
  'use the this password ',
  `--${'a'.repeat(70)}password x `,
  // Commands within commands, lists of arguments, quotes that never close.
  `mysql "a" 'b' `,
  'mysql mysqldump docker login ',
  `["mysql", 'a', "-p", `,
  'echo a b c d | ',
  'echo "a" | sudo -S ',
  `echo '`,
  'printf %s a | passwd b ',
  'docker login -p x1y2 mysql -pA9 ',
  ' --user a b -p c9d',
  'mysql \\\n -p \\\n',
  // Blocks and manifests.
  '-----BEGIN PRIVATE KEY-----\\n\\n\\n\\n',
  '-----END PRIVATE KEY-----\na                    \n',
  '---- BEGIN PRIVATE KEY ----\n',
  'Private-Lines: 2\nAAAA\nBBBB\n',
  `\ndata:${'\n a: b'.repeat(40)}`,
  '\nstringData:\n a: b\nkind: secret\n',
  // Assignments that run on.
  'password：',
  'password＝a1',
  'PASSWORD=a\\\n',
  'PASSWORD=abcd1\\\n',
  `password='"`,
  'password="a\\" ',
  '<password a="b" c="d" ',
  'aws_secret_access_key ',
  'logged_in_key,nonce_key,',
  '"apiKey":{"secretKey":',
  'client_key=client-key-data: ',
  // Sentences.
  'password for "bob" ',
  `password for ${'a'.repeat(78)} `,
  'the pin is the token is the secret is ',
  'passphrase for key a: ',
  'PASSWORT ist パスワード是',
  // Layers.
  '%2570assword%253D',
  '%70%61%73%73',
  'pass%77ord=a%31b%32\n',
  '%e2%82%ac',
  '%70a',
  '\n%70a=%e2b\n',
  'token%20%3D%20a%31\n',
  `${Buffer.from('password=Hunter2hunter; ').toString('base64')}\n`,
  `${Buffer.from(prose).toString('base64')}\n`,
  Buffer.from('password password password is ').toString('base64'),
  // Characters that mislead, and such as only look as if.
  '\u{1f600}',
  '\u{1f468}\u200d',
  '\u0915\u200d',
  'a\u200b',
  '\u001b]a',
  '\u009b0',
  '\ud800a',
  '\u0170\u0161\u0173\u0173',
  // Addresses.
  '://a:b@',
  '://a b@',
  'postgres://a:bcd1@c/',
  '://:5432:a:b:',
  '/bot1/bot12345:A',
  '$6$a$',
  '12345678901234|',
  '1234567890:AA',
  // Markers of earlier redactions.
  'password=[redacted:password] ',
  'ghp_[redacted:github-token]',
  'pass [redacted:a]key',
  // More may be asked about in what was crowded before.
  '[redacted:crowded]password=',
  '[redacted:crowded]\npass%77ord=a%31b%32\n',
  '[redacted:crowded]mysql "a" -p b ',
  // Ends behind a cut.
  '…a',
  '…aB3dE5gH7jK9',
  `…${'aB3_'.repeat(50)}`,
];

/** Megabytes made against the rules, by name. */
export function* hostileMegabytes(seed: number): Generator<readonly [name: string, text: string]> {
  const random = new SeededRandom(seed);
  for (const part of parts)
    yield [JSON.stringify(part.length > 60 ? `${part.slice(0, 60)}…` : part), fill(part)];
  const half = megabyte / 2;
  yield ['addresses before blanks', '://a:b'.repeat(half / 6) + ' '.repeat(half)];
  yield ['addresses before line ends', '://a:b'.repeat(half / 6) + '\n'.repeat(half)];
  yield [
    'base64 of text, in lines',
    inLines(Buffer.from(fill(prose)).toString('base64'), 76).slice(0, megabyte),
  ];
  yield [
    'base64 of text with secrets, in lines',
    inLines(Buffer.from(fill(`${prose}password=Hunter2hunter\n`)).toString('base64'), 64).slice(0, megabyte),
  ];
  yield [
    'base64 of base64 of text with secrets',
    Buffer.from(Buffer.from(fill('token=aB3dE5gH7jK9mN1pQ3 ')).toString('base64'))
      .toString('base64')
      .slice(0, megabyte),
  ];
  yield [
    'names at random',
    fillBy(() => `${drawFrom(random, letters, 12)}_key=${drawFrom(random, letters, 6)} `),
  ];
  yield [
    'settings at random',
    fillBy(() => `${drawFrom(random, 'ABCDEF_', 9)}_PASSWORD=${drawFrom(random, letters, 10)}\n`),
  ];
  yield ['tokens at random', fillBy(() => `${random.pick(announcing)}${drawFrom(random, letters, 40)} `)];
  yield [
    'tokens at random, cut off',
    fillBy(() => `${random.pick(announcing)}${drawFrom(random, letters, 9)}… `),
  ];
  yield [
    'tokens at random, glued',
    fillBy(() => `${random.pick(announcing)}${drawFrom(random, letters, 5)}`),
  ];
  yield ['one address', `https://a:${drawFrom(random, letters, megabyte)}`];
  yield ['one password', `password=${drawFrom(random, letters, megabyte)}`];
  yield ['one quoted password', `password="${'pass key token '.repeat(megabyte / 15)}"`];
  yield ['one command', `mysql ${'-pass a '.repeat(megabyte / 8)}`];
  yield ['one key', `-----BEGIN PRIVATE KEY-----\n${inLines(drawFrom(random, letters, megabyte), 64)}`];
  yield [
    'words that announce, at random',
    fillBy(
      () =>
        `${random.pick(['password', 'token', 'secret', 'key', 'pass', 'auth', 'access', 'api_key', 'cookie', 'bearer', 'curl', 'mysql', 'login'])}${random.pick([' ', '=', ': ', '="', "'", '\n', '-', '_', '.', '/', '|', ','])}`,
    ),
  ];
}

function fill(part: string): string {
  return part.repeat(Math.ceil(megabyte / part.length)).slice(0, megabyte);
}

function fillBy(draw: () => string): string {
  let text = '';
  while (text.length < megabyte) text += draw();
  return text.slice(0, megabyte);
}

function inLines(text: string, columns: number): string {
  return text.replaceAll(new RegExp(`.{${columns}}`, 'g'), '$&\n');
}
