import { fill, lineTemplates, onPage, type SecretTemplate } from './secret-template.ts';
import { drawValue, plainKinds, type ValueKind } from './secret-values.ts';

const names =
  'password DB_PASSWORD db_passwd userPassword passphrase MYSQL_PWD smtp_pass PGPASSWORD spring.datasource.password adminPassword ssh-passphrase REDIS_PASSWORD rootPw login_password Kennwort contraseña mot_de_passe senha пароль 密码 パスワード wachtwoord'.split(
    ' ',
  );

const forms: readonly string[] = [
  'export ‹key›=‹secret›',
  '‹key›=‹secret›\nDB_HOST=‹host›',
  '‹key›: ‹secret›\nhost: ‹host›',
  '  ‹key› = ‹secret›\n  timeout = 30',
  'level=info user=‹user› ‹key›=‹secret› host=‹host›',
  '10:11:12 DEBUG config {host=‹host›, ‹key›=‹secret›, port=5432}',
  'https://‹host›/login?user=‹user›&‹key›=‹secret›&next=home',
  'Server=‹host›;User=‹user›;‹key›=‹secret›;Timeout=30',
  '- name: ‹name›\n  env:\n    ‹key›: ‹secret›',
  'docker run -e ‹key›=‹secret› -p 80:80 ‹name›',
  '‹key›=‹secret› ./migrate.sh up',
  "- '‹key›=‹secret›'",
];

const quotedForms: readonly string[] = [
  '{"host": "‹host›", "‹key›": "‹secret›", "port": 5432}',
  "‹key›: '‹secret›'",
  '‹key› = "‹secret›"',
  '"{\\"‹key›\\":\\"‹secret›\\"}"',
  "connect(host='‹host›', ‹key›='‹secret›')",
  'const ‹key› = "‹secret›";',
  '<entry key="‹key›" value="‹secret›"/>',
  "'‹key›' => '‹secret›',",
  'export ‹key›="‹secret›"',
  '{"name": "‹key›", "value": "‹secret›"}',
];

/** Every form with a name, so that each half of the forms sees each half of the names. */
function assigned(lines: readonly string[], kinds: readonly ValueKind[]): readonly SecretTemplate[] {
  return lines.map((line) =>
    onPage((random) => {
      const secret = drawValue(random, kinds);
      return { text: fill(line.replaceAll('‹key›', random.pick(names)), secret, random), secret };
    }),
  );
}

const page = (lines: readonly string[], kinds: readonly ValueKind[] = plainKinds) =>
  lineTemplates(lines, kinds).map(onPage);

/** Values given to a name, in a statement, in a head of a request, in a sentence. */
export const assignedClasses: Readonly<Record<string, readonly SecretTemplate[]>> = {
  'longer than any limit': [
    ...assigned([...forms.slice(0, 8), ...quotedForms.slice(0, 6)], ['long']),
    ...page(
      ['Authorization: Bearer ‹secret›', 'X-Api-Key: ‹secret›', 'mysql -uroot -p‹secret›', 'ghp_‹secret›'],
      ['long'],
    ),
  ],
  'assigned, lower-case words': assigned([...forms, ...quotedForms], ['word', 'words']),
  'assigned, digits': assigned([...forms, ...quotedForms], ['digits']),
  'assigned, drawn': assigned([...forms, ...quotedForms], ['drawn', 'marked', 'word-and-number', 'hex']),
  'assigned, quoted with spaces': assigned(quotedForms, ['spaced']),
  "assigned, other languages' words": assigned([...forms, ...quotedForms], ['foreign']),
  'IDENTIFIED BY': page([
    "CREATE USER '‹user›'@'%' IDENTIFIED BY '‹secret›';",
    'ALTER USER ‹user› IDENTIFIED BY "‹secret›";',
    "GRANT ALL ON ‹name›.* TO ‹user› IDENTIFIED BY '‹secret›' WITH GRANT OPTION",
    'create user ‹user› identified by ‹secret› default tablespace users;',
    "CREATE ROLE ‹user› LOGIN PASSWORD '‹secret›';",
    "ALTER USER ‹user› WITH ENCRYPTED PASSWORD '‹secret›'",
    "SET PASSWORD FOR '‹user›'@'%' = PASSWORD('‹secret›');",
    "CREATE USER ‹user› IDENTIFIED WITH mysql_native_password BY '‹secret›'",
  ]),
  'X-Api-Key': page(
    [
      'X-Api-Key: ‹secret›',
      '> GET /v1 HTTP/1.1\n> x-api-key: ‹secret›\n> Accept: */*',
      'curl -H "X-API-Key: ‹secret›" https://‹host›/v1',
      '{"headers": {"X-Api-Key": "‹secret›", "Accept": "*/*"}}',
      "curl --header 'X-Auth-Token: ‹secret›' https://‹host›",
      'Private-Token: ‹secret›',
      'requests.get(u, headers={"x-api-key": "‹secret›"})',
      'X-Vault-Token: ‹secret›\nHost: ‹host›',
    ],
    ['drawn', 'marked', 'word', 'words', 'word-and-number', 'hex', 'digits'],
  ),
  Cookie: page(
    [
      'Cookie: session=‹secret›',
      'Cookie: theme=dark; sessionid=‹secret›; lang=en',
      'Set-Cookie: sid=‹secret›; Path=/; HttpOnly',
      "curl -b 'session=‹secret›' https://‹host›/me",
      '{"cookie": "connect.sid=‹secret›"}',
      '< set-cookie: auth=‹secret›; Secure',
      'curl --cookie "token=‹secret›; a=b" https://‹host›/me',
      "headers: { Cookie: 'JSESSIONID=‹secret›' }",
    ],
    ['drawn', 'hex', 'word-and-number', 'digits', 'long'],
  ),
  'bot tokens in URLs': page(
    [
      'POST https://api.telegram.org/bot712345678:‹secret›/sendMessage failed',
      'GET https://‹host›/bot/‹secret›/updates 401',
      'https://‹host›/hook?token=‹secret›&chat=3',
      'curl https://api.telegram.org/bot8812345670:‹secret›/getMe',
      'wss://‹host›/socket?access_token=‹secret›',
      'https://‹host›/api?apikey=‹secret›',
      'https://discord.com/api/webhooks/112233445566778899/‹secret›',
      'https://x-access-token:‹secret›@github.com/o/r.git',
    ],
    ['token'],
  ),
  'said in a sentence': page([
    'the password is ‹secret›',
    'Enter password for ‹user›: ‹secret›',
    'Password: ‹secret›',
    'use the password ‹secret› for staging',
    'Passwort ist ‹secret›',
    'The admin password was "‹secret›".',
    '[sudo] password for ‹user›: ‹secret›',
    'I set the passphrase to ‹secret›, works now.',
    'new password is: ‹secret›',
    'Login: ‹user› / Password: ‹secret›',
    'password for ‹user› is `‹secret›`',
    "Enter passphrase for key '/home/‹user›/.ssh/id_rsa': ‹secret›",
  ]),
};
