import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

// Put together from parts, so that no scanner of secrets takes one of them for real.
const drawn = ['q7Zk2m', 'X9vB4t', 'R8nW3p', 'L5sD1c', 'H6jF0g', 'T2yU7e'];
const random = (length: number) => drawn.join('').slice(0, length);
const hex = (length: number) => 'e3b7c1904af25d68'.repeat(8).slice(0, length);
const uuid = ['0f8fad5b', 'd9cb', '469f', 'a165', '70867728950e'].join('-');
const base64Line = `MIIE${random(36)}${random(24)}`;
const rule = '-'.repeat(5);

describe('values of a name', () => {
  it.each([
    ['.env', `DB_PASSWORD=${'admin'}123\nDB_HOST=db`, 'DB_PASSWORD=[redacted:password]\nDB_HOST=db'],
    ['.env, letters only', 'export IRC_PASS=swordfish\n', 'export IRC_PASS=[redacted:password]\n'],
    ['.env, marks within', 'PASSWORD=a;b=c$1 # x', 'PASSWORD=[redacted:password] # x'],
    ['JSON', `{"password": "hunter${2}2", "port": 22}`, '{"password": "[redacted:password]", "port": 22}'],
    ['JSON in JSON', `"{\\"password\\":\\"hunter${22}\\"}"`, '"{\\"password\\":\\"[redacted:password]\\"}"'],
    ['YAML', `  passphrase: 'sword${'fish'}'\n`, "  passphrase: '[redacted:password]'\n"],
    ['PHP', `$dbpasswd = 'open${'sesame'}';`, "$dbpasswd = '[redacted:password]';"],
    ['camel case', `dbPass: "open${'sesame'}"`, 'dbPass: "[redacted:password]"'],
    ['a quote within', `password="ab\\"cd12"`, 'password="[redacted:password]"'],
    [
      'XML attribute',
      `<add key="Password" value="open${1}s" />`,
      '<add key="Password" value="[redacted:password]" />',
    ],
    [
      'XML element',
      `<Pass encoding="base64">b3Blb${'nNlc2'}</Pass>`,
      '<Pass encoding="base64">[redacted:password]</Pass>',
    ],
    ['a query', `/login?user=a&password=hunter${2}2&x=1`, '/login?user=a&password=[redacted:password]&x=1'],
    ['an option', `deploy --password hunter${2}2 --force`, 'deploy --password [redacted:password] --force'],
    ['an option', `deploy --api-token=${random(24)} now`, 'deploy --api-token=[redacted:token] now'],
    ['SQL', `ALTER ROLE app PASSWORD 'hunter${2}2';`, "ALTER ROLE app PASSWORD '[redacted:password]';"],
    ['a secret', `client_secret: "${random(32)}"`, 'client_secret: "[redacted:secret]"'],
    ['an API key', `api_key = ${hex(32)}\n`, 'api_key = [redacted:api-key]\n'],
    ['AWS', `aws_secret_access_key = ${random(36)}/+Ab\n`, 'aws_secret_access_key = [redacted:api-key]\n'],
    ['a maker', `DATADOG_APP=${hex(40)}`, 'DATADOG_APP=[redacted:api-key]'],
    ['a maker, UUID', `heroku_api: "${uuid}"`, 'heroku_api: "[redacted:api-key]"'],
    [
      'a salt',
      `define('AUTH_SALT', '${random(20)} %|&^)~ ${random(20)}');`,
      "define('AUTH_SALT', '[redacted:secret]');",
    ],
    [
      'kubeconfig',
      `client-key-data: ${'LS0tLS1CRUdJTi'}${'BSU0EgUFJJVkFURS'}${random(36)}\n`,
      'client-key-data: [redacted:private-key]\n',
    ],
    ['.npmrc', `//registry.test/:_authToken=${uuid}`, '//registry.test/:_authToken=[redacted:npm-token]'],
    [
      '.netrc',
      `machine a.test login me password sesame\n`,
      'machine a.test login me password [redacted:netrc-password]\n',
    ],
    ['.pgpass', `db.test:5432:main:me:sesame\n`, 'db.test:5432:main:me:[redacted:pgpass-password]\n'],
    ['a connection string', 'Server=db;Uid=me;Pwd=sesame;', 'Server=db;Uid=me;Pwd=[redacted:password];'],
    ['shadow', `me:$6$${random(16)}$${random(36)}:1:`, 'me:$6$[redacted:password-hash]:1:'],
    [
      'a Kubernetes secret',
      'apiVersion: v1\ndata:\n  user: YWRtaW4=\n  tls.key: c2VjcmV0\nkind: Secret\n',
      'apiVersion: v1\ndata:\n  [redacted:kubernetes-secret]\nkind: Secret\n',
    ],
  ])('%s: %j', (_name, text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('addresses and requests', () => {
  it.each([
    [`postgres://app:hunter${22}@db.test:5432/x`, 'postgres://app:[redacted:url-password]@db.test:5432/x'],
    [`https://me@site.test:pa#${'ss'}@1@git.test`, 'https://me@site.test:[redacted:url-password]@git.test'],
    [`redis://:sesame${1}@cache.test/0`, 'redis://:[redacted:url-password]@cache.test/0'],
    [`git clone https://${random(36)}@git.test/a`, 'git clone https://[redacted:url-token]@git.test/a'],
    [`Authorization: Basic ${random(20)}==`, 'Authorization: Basic [redacted:authorization]'],
    [`"authorization": "Bearer ${random(30)}"`, '"authorization": "Bearer [redacted:authorization]"'],
    [`with bearer ${random(30)} sent`, 'with bearer [redacted:secret] sent'],
    [`curl -u me:sesame${1} https://a.test`, 'curl -u me:[redacted:basic-password] https://a.test'],
    [`curl --user "me:sesame${1}" x`, 'curl --user "me:[redacted:basic-password]" x'],
    [`curl -H "X-My-Key: ${random(9)}" x`, 'curl -H "X-My-Key: [redacted:authorization]" x'],
    [`https://a.test/b?sig=${random(36)}${random(8)}%3D`, 'https://a.test/b?sig=[redacted:signature]'],
  ])('%j', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('private keys', () => {
  const begin = `${rule}BEGIN OPENSSH PRIVATE KEY${rule}`;
  const end = `${rule}END OPENSSH PRIVATE KEY${rule}`;
  const body = `${base64Line}\n${base64Line}\n${random(20)}==`;

  it.each([
    ['whole', `a\n${begin}\n${body}\n${end}\nb`, 'a\n[redacted:private-key]\nb'],
    [
      'PGP',
      `${rule}BEGIN PGP PRIVATE KEY BLOCK${rule}\nVersion: 2\n\n${body}\n${rule}END PGP PRIVATE KEY BLOCK${rule}`,
      '[redacted:private-key]',
    ],
    [
      'in one line',
      JSON.stringify({ key: `${begin}\n${body}\n${end}\n` }),
      '{"key":"[redacted:private-key]\\n"}',
    ],
    ['quoted in a mail', `> ${begin}\n> ${base64Line}\n> ${end}`, '> [redacted:private-key]'],
    ['its end cut off', `${begin}\n${base64Line}\n${base64Line}\n`, '[redacted:private-key]\n'],
    [
      'its end cut off, text after',
      `${begin}\n${base64Line}\nerror: no\n`,
      '[redacted:private-key]\nerror: no\n',
    ],
    ['its beginning cut off', `log:\n${base64Line}\n${end}\nok`, 'log:\n[redacted:private-key]\nok'],
    [
      'PuTTY',
      `Comment: k\nPrivate-Lines: 1\n${base64Line}\nPrivate-MAC: x`,
      'Comment: k\n[redacted:private-key]\nPrivate-MAC: x',
    ],
  ])('%s', (_name, text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    `${begin}\n...\n${end}`,
    `${rule}BEGIN CERTIFICATE${rule}\n${base64Line}\n${rule}END CERTIFICATE${rule}`,
    `${rule}BEGIN PGP PUBLIC KEY BLOCK${rule}\n${base64Line}\n${rule}END PGP PUBLIC KEY BLOCK${rule}`,
    `expected "${begin}" at line 1`,
  ])('leaves %j', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('a text without a secret', () => {
  it.each([
    'password=',
    `password: ${'$'}{DB_PASSWORD}`,
    'password = process.env.DB_PASSWORD',
    'password: <your password>',
    'PASSWORD=changeme',
    'api_key = "xxxxxxxxxxxxxxxxxxxxxxxx"',
    'api_key: YOUR_API_KEY_HERE_1234',
    'secret = config.get("secret_v2")',
    'token = "********"',
    'const password: string = await askPassword();',
    '{ "type": "password", "password": "required" }',
    'mysql://user:password@localhost/db',
    'postgres://postgres:postgres@localhost:5432/x',
    'https://host.test:8080/?mail=a@b.test',
    'ssh://git@github.com:22/a.git',
    'curl -u "$USER:$PASSWORD" x',
    'Authorization: Bearer <token>',
    'authorization: required',
    `${['gh', 'p_'].join('')}${'x'.repeat(36)}`,
    'secretName: app-decryption-secret',
    'password_file: /run/secrets/db1',
    'next_page_token = "CAUQAAb1c2d3e4f5"',
    'public_key = "9Cnzj4p4WGeKLs1Pt8QuKUpR"',
    'csrf-token=Mj2qykJO5rELyHgezQ69nzUX0i3OH67V',
    "credentialsId: '29f63271-dc2f-4734-8221-5b31b5169bac'",
    'org.slf4j:slf4j-api:jar:1.7.8:compile',
    'the key: it fails when the token2 is read',
  ])('leaves %j', (text) => {
    expect(redact(text)).toBe(text);
  });

  it.each([
    `commit ${hex(40)} (HEAD -> main, tag: v1.2.3)`,
    `index ${hex(7)}..${hex(10)} 100644`,
    `      "integrity": "sha512-${random(36)}${random(36)}==",`,
    `resolution: {integrity: sha1-${random(27)}=}`,
    `image: node@sha256:${hex(64)}`,
    `--hash=sha256:${hex(64)} \\`,
    `example.com/m v1.4.2 h1:${random(36)}Abcdefg=`,
    `request ${uuid} took 12ms`,
    'cache key: node-modules-linux-3f2a9c',
    '--- PASS: TestRename_2 (0.01s)',
    'PASS src/auth/token.test.ts (5.123 s)',
    'FAILED tests/test_auth.py::TestToken::test_refresh_v2 - KeyError: "access"',
    '  File "/usr/lib/python3.11/site-packages/auth/api.py", line 42, in get_token',
    "E   assert token == 'abc'",
    "TypeError: Cannot read properties of undefined (reading 'apiKey')",
    '    at Object.<anonymous> (/home/me/src/api-key.ts:12:5)',
    'error[E0425]: cannot find value `secret_key2` in this scope',
    'src/main/java/org/acme/security/PasswordEncoder2Test.java:[41,17] cannot find symbol',
    'https://github.com/acme/tool/actions/runs/123456789/job/987654321',
    'data:\n  name: x\nkind: ConfigMap\n',
    'Fix #12345: do not log the password when `token=None`',
  ])('leaves output as it is: %j', (text) => {
    expect(redact(text)).toBe(text);
  });
});

describe('texts that were redacted before', () => {
  it.each([
    '[redacted:github-token]',
    'password=[redacted:password]',
    '{"password": "[redacted:password]"}',
    'postgres://app:[redacted:url-password]@db.test',
    'key = [redacted:api-key]="abc1def2ghi3"',
  ])('stay: %j', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('do not protect what stands beside the mark', () => {
    expect(redact('password="[redacted:token]sesame1"')).toBe('password="[redacted:password]"');
  });
});

it('takes misleading characters out before it looks', () => {
  expect(redact(`pass\u200bword=\u001b[1msesame${1}\u001b[0m\r\n`)).toBe('password=[redacted:password]\n');
});

describe('a text that asks more than any that was written', () => {
  const crowd = 'password: key= '.repeat(2_000);

  it('is withheld unread up to an empty line, behind which it is read as ever', () => {
    const behind = `${'a line\n'.repeat(10)}\npassword=hunter2hunter\n\nall is well`;
    const redacted = redact(`all was well\n${crowd}\n${behind}`);
    expect(redacted).toBe('all was well\n[redacted:crowded]\npassword=[redacted:password]\n\nall is well');
    expect(redact(redacted)).toBe(redacted);
  });

  it('is withheld to its end, where no line is empty', () => {
    expect(redact(`${crowd}password=hunter2hunter\nall is well`)).toBe('[redacted:crowded]');
  });

  it('is known beneath escapes and base64', () => {
    expect(redact(crowd.replaceAll('a', '%61').replaceAll('e', '%65'))).toBe('[redacted:crowded]');
    expect(redact(Buffer.from(crowd).toString('base64'))).toBe('[redacted:encoded-secret]');
  });

  it('is none, if it is a table of keywords or a file of settings', () => {
    const names = 'The password and the token of a user are asked for, then looked at once more.\n'.repeat(
      400,
    );
    expect(redact(names)).toBe(names);
    const settings = Array.from({ length: 100 }, (_, at) => `SERVICE_${at}_PASSWORD=hunter2hunter${at}\n`);
    expect(redact(settings.join(''))).toMatch(/^(?:SERVICE_\d+_PASSWORD=\[redacted:password\]\n){100}$/);
  });
});
