import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

// Values are made up, and put together so that no scanner of secrets takes one of them for real.
const word = ['tangle', 'brook'].join('');
const drawn = ['q7Zk2m', 'X9vB4t', 'R8nW3p'].join('');
const token = ['gh', 'p_'].join('') + drawn + drawn;
const encoded = (text: string) => Buffer.from(text).toString('base64');

describe('a value in the place of a password is a secret, whatever it looks like', () => {
  it.each([
    `mysql -uroot -p${word} orders`,
    `sshpass -p ${word} ssh ada@host`,
    `docker login -u ada -p '${word}' registry.test`,
    `['sshpass', '-p', '${word}', 'ssh', 'host']`,
    `redis-cli -h host -a ${word} ping`,
    `keytool -list -storepass ${word}`,
    `openssl rsa -in k.pem -passin pass:${word}`,
    `htpasswd -b .htpasswd ada ${word}`,
    `smbclient //host/share -U ada%${word}`,
    `sqlplus ada/${word}@host`,
    `echo ${word} | sudo -S id`,
    `db_password: ${word}\nhost: db`,
    `user=ada password=${word} host=db`,
    `пароль: ${word}`,
    `password = "${word} ${word} ${word}"`,
    `ALTER USER ada IDENTIFIED BY '${word}';`,
    `X-Api-Key: ${word}`,
    `Cookie: session=${word}${word}`,
    `the password is ${word}`,
    `Enter password for ada: ${word}`,
    `x-${encoded(`password=${word}`)}`.slice(2),
    encodeURIComponent(`{"password":"${word}"}`),
  ])('%s', (text) => {
    expect(redact(text)).toContain('[redacted:');
    expect(redact(text)).not.toContain(word);
    expect(redact(text)).not.toContain(encodeURIComponent(encoded(`password=${word}`)));
  });
});

it('takes the password of a list for chpasswd out, and nothing else', () => {
  expect(redact(`echo "ada:${word}" | chpasswd`)).toBe('echo "ada:[redacted:password]" | chpasswd');
});

it('takes a token out over line ends, glued to a word, and as long as it goes on', () => {
  const parts = [token.slice(0, 18), token.slice(18)] as const;
  expect(redact(parts.join('\n'))).toBe('[redacted:github-token]');
  expect(redact(parts.join('\\\n'))).toBe('[redacted:github-token]');
  expect(redact(`the${token}`)).toBe('the[redacted:github-token]');
  expect(redact(`password=${drawn.repeat(80)}`)).toBe('password=[redacted:password]');
});

describe('a token is put together again', () => {
  const parts = [token.slice(0, 14), token.slice(14, 28), token.slice(28)];
  it.each([
    ['in a comment', `// ${parts.join('\n// ')}\nrun();`],
    ['in a continued line of an escaped string', JSON.stringify({ run: parts.join('\\\n') })],
    ['in a table', `│ ${parts.join(' │\n│ ')} │`],
    ['in lines of a log', `12:01:03 out | ${parts.join('\n12:01:04 out | ')}\n12:01:05 out | done`],
    ['of strings in one line', `const t = '${parts.join("' + '")}';`],
  ])('%s', (_, text) => {
    expect(redact(text)).toContain('[redacted:github-token]');
    for (const part of parts) expect(redact(text)).not.toContain(part);
  });
});

it('takes no part of a token in the next line for more of the one before', () => {
  const webToken = [`{"alg":"HS256","typ":"JWT"}`, `{"sub":"kettle-7","iat":1767350000,"scope":"boil"}`]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  const text = `token ${['sk', 'live', drawn].join('_')}\n${webToken}.${drawn}${drawn}`;
  expect(redact(text)).not.toContain(drawn);
});

it('knows a token behind a time, and behind the colour of a terminal that was written out', () => {
  expect(redact(`seen=20260304T101112Z${token}`)).toBe('seen=20260304T101112Z[redacted:github-token]');
  const colour = String.raw`\x1b[31m`;
  expect(redact(`${colour}${token}`)).toBe(`${colour}[redacted:github-token]`);
  const digest = 'uGoDMy0VXMbL1nki9OT0VbJYtfURvDNLurptsQ';
  expect(redact(`/file/${digest}${token}`)).toBe(`/file/${digest}${token}`);
});

it.each([
  `failed:\nmysql -uroot -p${word} orders`,
  `log in\nthe password is ${word}`,
  `set up\nidentified by '${word}'`,
])('finds what begins a line that is written as a string is: %j', (text) => {
  expect(redact(JSON.stringify({ text }))).not.toContain(word);
});

describe('prose about passwords and programs that take them stays', () => {
  it.each([
    'the password is required',
    'password is stored in the keyring',
    'Document the --password option',
    'docker run -u root -p 8080:80 kettle',
    'ssh -p 2222 ada@host',
    'mkdir -p build/out',
    'mysqldump -u root -p orders',
    '"password": "Enter your password"',
    'connect(user=name, password=secretOf)',
    'password: SecretStr',
    'Cookie: theme=dark',
    'X-Api-Key: the header is missing',
  ])('leaves %j', (text) => {
    expect(redact(text)).toBe(text);
  });
});
