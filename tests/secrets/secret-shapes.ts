import { createHash } from 'node:crypto';

/** A text, and the secret in it that redaction must take out. */
interface PlantedShape {
  readonly text: string;
  readonly secret: string;
}

/** One way in which a secret stands in a text; another secret for every seed. */
export interface SecretShape {
  readonly class: string;
  readonly name: string;
  readonly plant: (seed: string) => PlantedShape;
}

const lower = 'abcdefghijklmnopqrstuvwxyz';
const digitCharacters = '0123456789';
const alphabets = {
  any: `${lower.toUpperCase()}${lower}${digitCharacters}`,
  base64: `${lower.toUpperCase()}${lower}${digitCharacters}+/`,
  url: `${lower.toUpperCase()}${lower}${digitCharacters}-_`,
  base32: `${lower.toUpperCase()}234567`,
  base58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  hex: `${digitCharacters}abcdef`,
  digit: digitCharacters,
  small: `${lower}${digitCharacters}`,
  upper: `${lower.toUpperCase()}${digitCharacters}`,
  hexUp: `${digitCharacters}ABCDEF`,
  uuid: `${digitCharacters}abcdef`,
} as const;

/** Letters that look drawn and are the same in every run. */
function draw(seed: string, count: number, alphabet: keyof typeof alphabets = 'any'): string {
  const choices = alphabets[alphabet];
  let text = '';
  for (let block = 0; text.length < count; block++)
    for (const byte of createHash('sha256').update(`${seed}/${alphabet}/${block}`).digest())
      text += choices[byte % choices.length];
  if (alphabet === 'uuid') return text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
  return text.slice(0, count);
}

const words =
  `abandon ability able absent absorb abstract absurd abuse access accident acid acoustic acquire across actor adapt address
  advance aerobic affair afraid agent airport album alcohol alert alien almost alpha already amateur amazing amount anchor
  ancient anger angle animal ankle annual antenna antique anxiety apart apple april arch arctic armor army arrest arrow
  artist artwork aspect asset athlete atom attack auction august autumn average avocado awake bacon badge balance bamboo
  banana banner barrel basket beach beauty become believe bench bicycle blanket blossom border bracket breeze bridge bronze
  bubble budget buffalo cabin cactus camera canal candy canoe canvas captain carbon cargo castle casual catalog cattle`.split(
    /\s+/,
  );

function drawWords(seed: string, count: number): string {
  const picked: string[] = [];
  for (let block = 0; picked.length < count; block++)
    for (const byte of createHash('sha256').update(`${seed}/words/${block}`).digest())
      picked.push(words[byte % words.length] as string);
  return picked.slice(0, count).join(' ');
}

const dashes = '-'.repeat(5);
const pem = (end: 'BEGIN' | 'END', of = 'RSA') =>
  `${dashes}${end} ${of} ${['PRIVATE', 'KEY'].join(' ')}${dashes}`;
const keyLines = (seed: string, count: number) =>
  Array.from({ length: count }, (_, line) => draw(`${seed}/${line}`, 64, 'base64'));

/** A token of a published format, put together here so that no file holds one. */
const tokens: Readonly<Record<string, (seed: string) => string>> = {
  forge: (seed) => ['ghp', draw(seed, 36)].join('_'),
  lab: (seed) => ['glpat', draw(seed, 20)].join('-'),
  chat: (seed) =>
    ['xoxb', draw(seed, 12, 'digit').replace(/^0/, '7'), draw(seed, 12, 'digit'), draw(seed, 24)].join('-'),
  payment: (seed) => ['sk', 'live', draw(seed, 24)].join('_'),
  registry: (seed) => ['npm', draw(seed, 36)].join('_'),
  model: (seed) => ['sk', 'ant', 'api03', `${draw(seed, 93)}AA`].join('-'),
  mail: (seed) => ['SG', draw(seed, 22), draw(`${seed}/2`, 43)].join('.'),
};

function tokenOf(seed: string): string {
  const kinds = Object.values(tokens);
  const number = createHash('sha256').update(seed).digest()[0] as number;
  return (kinds[number % kinds.length] as (seed: string) => string)(seed);
}

export type Plant = (seed: string) => PlantedShape;

/** `‹…›` stands for a secret of so many characters of an alphabet. */
function line(template: string): Plant {
  return (seed) => {
    let secret = '';
    const text = template.replace(/‹(\w+) (\d+)›/g, (_, kind: string, count: string) => {
      const one =
        kind === 'words'
          ? drawWords(seed + secret, Number(count))
          : draw(seed + secret, Number(count), kind as 'any');
      secret += (secret === '' ? '' : '\n') + one;
      return one;
    });
    return { text, secret };
  };
}

/** A token, cut in two or three and put together with a joint. */
function split(
  joint: string,
  write: (token: string) => string = (token) => `token ${token} rejected`,
  pieces = 2,
): Plant {
  return (seed) => {
    const token = tokenOf(seed);
    const width = Math.ceil(token.length / pieces);
    const parts: string[] = [];
    for (let at = 0; at < token.length; at += width) parts.push(token.slice(at, at + width));
    return { text: write(parts.join(joint)), secret: token.slice(8) };
  };
}

/** A token of which some characters are written as escapes. */
function escaped(one: (character: string) => string, every: number): Plant {
  return (seed) => {
    const token = tokenOf(seed);
    const text = Array.from(token, (character, at) =>
      at % every === every - 1 ? one(character) : character,
    ).join('');
    return { text: `token ${text} rejected`, secret: token.slice(8) };
  };
}

const code = (character: string, base: number, length: number) =>
  character.charCodeAt(0).toString(base).padStart(length, '0');

export const lines = (texts: Readonly<Record<string, string>>): Readonly<Record<string, Plant>> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, line(text)]));

const escapeCode = '\u001b';

/** Every third class was held out while rules were written. */
const classes: readonly (readonly [name: string, plants: Readonly<Record<string, Plant>>])[] = [
  [
    'tokens cut by line ends',
    {
      'at a column': split('\n'),
      CRLF: split('\r\n'),
      'three lines, indented': split('\n      ', undefined, 3),
      'continued for a shell': split('\\\n'),
      'continued for PowerShell': split('`\n', (token) => `connect -Token ${token} -Verbose`),
      'continued for cmd': split('^\n', (token) => `set T=${token} && run`),
      'quoted-printable': split('=\n'),
      'in a comment of a block': split('\n * ', (token) => `/*\n * ${token}\n */`),
      'in a comment of a shell': split('\n# ', (token) => `# ${token}\nrun`),
      'in lines of a container': split('\nweb-1  | ', (token) => `web-1  | ${token}\nweb-1  | done`),
      'in lines with a time': split(
        '\n2026-03-04T10:11:12.345Z ',
        (token) => `2026-03-04T10:11:12.344Z ${token}\nend`,
      ),
      'with its number of the line': split('\n  13 | ', (token) => `  12 | ${token}\n  14 | end`),
    },
  ],
  [
    'PEM tails',
    {
      'last lines and the end': (seed) => tail(seed, (body) => `...\n${body.join('\n')}\n${pem('END')}\n`),
      'indented by YAML': (seed) => tail(seed, (body) => `    ${body.join('\n    ')}\n    ${pem('END')}\n`),
      'in one line, written line ends': (seed) =>
        tail(seed, (body) => `...${body.join('\\n')}\\n${pem('END')}\\n"}`),
      'twice escaped': (seed) => tail(seed, (body) => `${body.join('\\\\n')}\\\\n${pem('END')}`),
      'blanks for line ends': (seed) => tail(seed, (body) => `${body.join(' ')} ${pem('END')}`),
      'quoted strings': (seed) =>
        tail(seed, (body) => `${body.map((one) => `"${one}\\n" +`).join('\n')}\n"${pem('END')}";`),
      'in lines of a log': (seed) =>
        tail(
          seed,
          (body) => `${body.map((one) => `10:11:12 web | ${one}`).join('\n')}\n10:11:12 web | ${pem('END')}`,
        ),
      'beginning, cut within': (seed) => tail(seed, (body) => `${pem('BEGIN')}\n${body.join('\n')}…`),
      'beginning, blanks for line ends': (seed) =>
        tail(seed, (body) => `${pem('BEGIN', 'EC')} ${body.join(' ')} then`),
      'beginning, in markup': (seed) => tail(seed, (body) => `${pem('BEGIN')}<br>${body.join('<br>')}<br>`),
      encrypted: (seed) =>
        tail(
          seed,
          (body) =>
            `${pem('BEGIN')}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,${draw(seed, 32, 'hex').toUpperCase()}\n\n${body.join('\n')}\n`,
        ),
      'in a string of a program': (seed) =>
        tail(seed, (body) => `key = """${pem('BEGIN', 'OPENSSH')}\n${body.join('\n')}"""`),
    },
  ],
  [
    'one-time passwords',
    {
      ...lines({
        address: 'otpauth://totp/Kettle:ada@a.test?secret=‹base32 32›&issuer=Kettle',
        'seed by name': 'TOTP_SECRET=‹base32 32›',
        'seed in JSON': '{"mfa": {"totp_secret": "‹base32 26›", "digits": 6}}',
        'scratch codes of an authenticator': '"‹base32 26›\n" RATE_LIMIT 3 30\n" TOTP_AUTH\n‹digit 8›\n',
        'seed in a sentence': 'Enter this setup key by hand: ‹base32 32›',
        'option of a tool': 'oathtool --totp -b ‹base32 32›',
      }),
    },
  ],
  [
    'connection strings',
    lines({
      'Oracle, thin': 'jdbc:oracle:thin:app/‹any 14›@db.test:1521:ORCL',
      'Oracle, thin, service': 'url=jdbc:oracle:thin:scott/‹small 9›@//db.test:1521/orders',
      'Oracle, OCI': 'jdbc:oracle:oci:app/‹any 12›@orders',
      'MySQL, query': 'jdbc:mysql://db.test:3306/orders?user=app&password=‹any 12›&ssl=true',
      'SQL Server': 'jdbc:sqlserver://db.test:1433;databaseName=orders;user=sa;password={‹any 14›};',
      ODBC: 'Driver={ODBC Driver 18};Server=db.test;UID=app;PWD={‹any 14›};Encrypt=yes',
      Go: 'dsn := "app:‹any 14›@tcp(db.test:3306)/orders?parseTime=true"',
      'Go, socket': 'app:‹small 12›@unix(/run/mysqld.sock)/orders',
      'Python, keywords': 'psycopg2.connect("host=db.test user=app password=\'‹any 14›\' dbname=orders")',
      'Oracle, easy connect': 'oracledb.connect("app/‹any 14›@db.test:1521/orders")',
      'sqlplus, quoted': 'sqlplus -s \'app/"‹any 14›"\'@orders @run.sql',
      'wallet of LDAP': 'ldap.simple_bind_s("cn=admin,dc=a,dc=test", "‹any 14›")',
    }),
  ],
  [
    'cookie jars',
    lines({
      Netscape: '# Netscape HTTP Cookie File\n.a.test\tTRUE\t/\tTRUE\t1799999999\tsession\t‹any 40›\n',
      'Netscape, only for HTTP': '#HttpOnly_a.test\tFALSE\t/\tTRUE\t0\tsid\t‹hex 32›',
      'Netscape, blanks': 'a.test  FALSE  /  TRUE  1799999999  auth_token  ‹any 32›',
      'JSON of a browser':
        '[{"domain":".a.test","name":"sessionid","value":"‹any 32›","path":"/","httpOnly":true}]',
      'JSON, value first':
        '{"value": "‹url 43›", "name": "user_session", "domain": "a.test", "secure": true}',
      'Set-Cookie3': 'Set-Cookie3: sid="‹any 32›"; path="/"; domain="a.test"; version=0',
      'Python jar': '<Cookie sessionid=‹small 32› for a.test/>',
      Puppeteer: "await page.setCookie({ name: 'connect.sid', value: '‹any 40›', domain: 'a.test' });",
      Selenium: 'driver.add_cookie({"name": "PHPSESSID", "value": "‹small 26›"})',
      script: 'document.cookie = "auth=‹any 32›; path=/"',
      'Python dictionary': 'requests.get(url, cookies={"sessionid": "‹small 32›"})',
      HAR: '"cookies": [{"name": "JSESSIONID", "value": "‹hex 32›"}]',
    }),
  ],
  [
    'keys of networks',
    lines({
      supplicant: 'network={\n  ssid="kettle"\n  psk="‹any 14›"\n}',
      'connection of NetworkManager': '[wifi-security]\nkey-mgmt=wpa-psk\npsk=‹any 12›\n',
      WireGuard: '[Interface]\nAddress = 10.0.0.2/32\nPrivateKey = ‹base64 43›=\n',
      'WireGuard, shared': 'PresharedKey = ‹base64 43›=',
      IPsec: '10.0.0.1 10.0.0.2 : PSK "‹any 24›"',
      switch: 'enable secret 5 $1$‹any 4›$‹any 22›',
      community: 'snmp-server community ‹any 12› RO',
      'access point': 'wpa_passphrase=‹any 14›',
    }),
  ],
  [
    'recovery codes',
    lines({
      listed: 'Recovery codes:\n‹small 5›-‹small 5›\n‹small 5›-‹small 5›\n‹small 5›-‹small 5›\n',
      numbered: 'Your backup codes\n1. ‹digit 4› ‹digit 4›\n2. ‹digit 4› ‹digit 4›\n3. ‹digit 4› ‹digit 4›',
      bulleted: '## Backup codes\n\n- ‹hex 8›\n- ‹hex 8›\n- ‹hex 8›\n',
      JSON: '{"recovery_codes": ["‹small 10›", "‹small 10›", "‹small 10›"]}',
      'in one line': 'backup codes: ‹digit 8›, ‹digit 8›, ‹digit 8›',
      one: 'recovery code: ‹small 5›-‹small 5›',
      YAML: 'recovery_codes:\n  - ‹hex 5›-‹hex 5›\n  - ‹hex 5›-‹hex 5›\n',
      'one-time codes, two columns': 'scratch codes:\n  ‹digit 8›  ‹digit 8›\n  ‹digit 8›  ‹digit 8›\n',
      'recovery key': 'Recovery key: ‹base32 4›-‹base32 4›-‹base32 4›-‹base32 4›-‹base32 4›-‹base32 4›',
      disk: 'Recovery Key:\n‹digit 6›-‹digit 6›-‹digit 6›-‹digit 6›-‹digit 6›-‹digit 6›-‹digit 6›-‹digit 6›',
      'array of a test': "const backupCodes = ['‹small 8›', '‹small 8›', '‹small 8›'];",
    }),
  ],
  [
    'keys of frameworks',
    lines({
      Fernet: 'FERNET_KEY=‹url 43›=',
      'Fernet in code': "Fernet(b'‹url 43›=')",
      Airflow: 'AIRFLOW__CORE__FERNET_KEY: "‹url 43›="',
      'Airflow, file': '[core]\nfernet_key = ‹url 43›=\n',
      'Rails, master': 'RAILS_MASTER_KEY=‹hex 32›',
      'Rails, key base': 'secret_key_base: ‹hex 128›',
      'Rails, master file': 'config/master.key:\n‹hex 32›\n',
      'Rails, exported': '$ cat config/master.key\n‹hex 32›\n',
      Laravel: 'APP_KEY=base64:‹base64 43›=',
      Django: "SECRET_KEY = 'django-insecure-‹small 50›'",
      Symfony: 'APP_SECRET=‹hex 32›',
      Phoenix: 'config :app, AppWeb.Endpoint, secret_key_base: "‹base64 64›"',
      Nextauth: 'NEXTAUTH_SECRET="‹base64 43›="',
      'data protection': '<masterKey p4:requiresEncryption="true">\n<value>‹base64 86›==</value>',
      Jasypt: '-Djasypt.encryptor.password=‹any 14›',
      Flask: "app.secret_key = b'_5#y2L\"F4Q8z\\n\\xec]‹any 12›/'",
    }),
  ],
  [
    'credentials of daemons',
    lines({
      Redis: 'requirepass ‹any 16›\nmasterauth ‹any 16›\n',
      shadow: 'ada:$6$‹any 16›$‹any 86›:19700:0:99999:7:::',
      'git credentials': 'https://ada:‹any 20›@git.a.test',
      'registry login': '{"auths": {"registry.test": {"auth": "‹base64 32›"}}}',
      Maven: '<server><id>a</id><username>ada</username><password>‹any 12›</password></server>',
      'vault of Ansible': '$ANSIBLE_VAULT;1.1;AES256\n‹hex 80›\n‹hex 80›\n',
      Postfix: '[smtp.a.test]:587 ada@a.test:‹any 14›',
      RabbitMQ: 'rabbitmqctl add_user ada ‹any 14›',
      MinIO: 'mc alias set local http://a.test:9000 ada ‹any 20›',
      HAProxy: 'user ada insecure-password ‹any 12›',
    }),
  ],
  [
    '0x keys',
    lines({
      deployer: 'PRIVATE_KEY=0x‹hex 64›',
      'deployer, YAML': 'deployer_key: "0x‹hex 64›"',
      Foundry: 'forge script Deploy --rpc-url http://a.test --private-key 0x‹hex 64› --broadcast',
      cast: 'cast send --private-key=‹hex 64› 0x5FbDB2315678afecb367f032d93F642f64180aa3',
      Hardhat: 'accounts: ["0x‹hex 64›"],',
      ethers: 'new ethers.Wallet("0x‹hex 64›", provider)',
      'ethers, plain': "new Wallet('‹hex 64›')",
      web3: 'web3.eth.accounts.privateKeyToAccount("0x‹hex 64›")',
      viem: "privateKeyToAccount('0x‹hex 64›')",
      Anvil: 'Private Keys\n==================\n(0) 0x‹hex 64›\n(1) 0x‹hex 64›\n',
      sentence: 'my private key is 0x‹hex 64›, can someone check',
      export: 'Private key (hex): 0x‹hex 64›',
      bytes: 'signing_key = bytes.fromhex("‹hex 64›")',
    }),
  ],
  [
    'mnemonics',
    lines({
      environment: 'MNEMONIC="‹words 12›"',
      'environment, bare': 'SEED_PHRASE=‹words 12›\n',
      configuration: "hdwallet: { mnemonic: '‹words 12›', path: \"m/44'/60'/0'/0\" }",
      sentence: 'my seed phrase is ‹words 12›',
      numbered:
        'Recovery phrase:\n1. abandon 2. canvas 3. ‹words 1› 4. ‹words 1› 5. ‹words 1› 6. ‹words 1› 7. ‹words 1› 8. ‹words 1› 9. ‹words 1› 10. ‹words 1› 11. cattle 12. arrow\n',
      'next line': 'Mnemonic:\n‹words 24›\n',
      Anvil: 'Wallet\n==================\nMnemonic:          ‹words 12›\nDerivation path:   m/44',
      JSON: '{"seedPhrase": "‹words 24›", "index": 0}',
      command: 'cast wallet derive-private-key "‹words 12›" 0',
      option: 'ganache --mnemonic "‹words 12›"',
      Cosmos: '**Important** write this mnemonic phrase in a safe place.\n\n‹words 24›\n',
      call: 'Wallet.fromPhrase("‹words 12›")',
      array:
        'mnemonic = ["abandon", "‹words 1›", "‹words 1›", "‹words 1›", "‹words 1›", "‹words 1›", "‹words 1›", "‹words 1›", "‹words 1›", "‹words 1›", "cattle", "arrow"]',
    }),
  ],
  [
    'keys of wallets and documents',
    lines({
      JWK: '{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","d":"‹url 43›"}',
      'JWK, symmetric': '{"kty":"oct","k":"‹url 64›","alg":"HS256"}',
      'extended key': 'xprv9s21ZrQH143K‹base58 96›',
      WIF: 'importprivkey L‹base58 51›',
      Solana: 'secretKey: "‹base58 88›"',
      age: `AGE-SECRET-KEY-1‹base32 58›`,
      keystore: '{"crypto":{"cipher":"aes-128-ctr","ciphertext":"‹hex 64›","kdf":"scrypt"},"version":3}',
      'service account':
        '{"type": "service_account", "private_key_id": "‹hex 40›", "client_email": "a@b.test"}',
    }),
  ],
  [
    'tokens split by an escape',
    {
      'JSON, every 7th': escaped((one) => `\\u${code(one, 16, 4)}`, 7),
      'JSON, every 3rd': escaped((one) => `\\u${code(one, 16, 4)}`, 3),
      'JavaScript, braces': escaped((one) => `\\u{${code(one, 16, 2)}}`, 6),
      hexadecimal: escaped((one) => `\\x${code(one, 16, 2)}`, 6),
      octal: escaped((one) => `\\${code(one, 8, 3)}`, 6),
      'entity, decimal': escaped((one) => `&#${one.charCodeAt(0)};`, 6),
      'entity, hexadecimal': escaped((one) => `&#x${code(one, 16, 2)};`, 6),
      'bytes of a URL': escaped((one) => `%${code(one, 16, 2)}`, 5),
      'colour, written out': split('\\u001b[0m\\u001b[31m'),
      'colour, hexadecimal': split('\\x1b[1;31m'),
      'colour, octal': split('\\033[K'),
      'colour, e': split('\\e[0m'),
      'colour, caret': split('^[[31m'),
      colour: split(`${escapeCode}[31m`),
      'link of a terminal': split(`${escapeCode}]8;;${escapeCode}\\`),
      'line end, written': split('\\n'),
      'line end, written twice': split('\\\\n'),
      'carriage return, written': split('\\r\\n'),
      'tab, written': split('\\t'),
      'continued, in a string': split('\\\\\\n'),
      'strings joined': split("' + '", (token) => `const t = '${token}';`),
      'strings side by side': split('" "', (token) => `t = "${token}"`),
      'strings of a shell': split('""', (token) => `export T=${token}`),
      'zero-width, written': split('\\u200b'),
      'zero-width': split('\u200b'),
      'soft hyphen, entity': split('&shy;'),
      'break of markup': split('<wbr>'),
      'line of markup': split('<br/>'),
      spans: split('</span><span class="x">'),
      emphasis: split('**'),
      'code of Markdown': split('``'),
      'marks, escaped': (seed) => {
        const token = tokenOf(seed);
        return { text: `the token ${token.replace(/[_.-]/g, '\\$&')}, see`, secret: token.slice(8) };
      },
      'nul, written': split('\\x00'),
      'null byte, JSON': split('\\u0000'),
      'strings of f-form': split('" f"', (token) => `raise E("${token}")`),
    },
  ],
  [
    'files of tools',
    lines({
      '.pypirc': '[pypi]\nusername = ada\npassword = ‹any 12›\n',
      '.s3cfg': 'access_key = AKX\nsecret_key = ‹any 40›\n',
      '.boto': '[Credentials]\ngs_secret_access_key = ‹any 40›\n',
      '.curlrc': 'user = "ada:‹any 14›"\n',
      '.wgetrc': 'http_password=‹any 12›\n',
      '.npmrc, legacy': '_auth=‹base64 32›\nalways-auth=true\n',
      '.yarnrc': 'npmAuthToken: "‹any 36›"',
      gradle: 'signing.password=‹any 12›\nmavenPassword=‹any 12›\n',
      '.htpasswd': 'ada:$apr1$‹any 8›$‹any 22›',
      rclone: '[a]\ntype = sftp\npass = ‹url 32›\n',
      NuGet: '<add key="ClearTextPassword" value="‹any 12›" />',
    }),
  ],
  [
    'heads of requests in logs',
    lines({
      urllib3: "headers: {'Authorization': b'Basic ‹base64 32›', 'Accept': '*/*'}",
      HAR: '{"name": "Authorization", "value": "Bearer ‹any 40›"}',
      Go: 'map[Accept:[*/*] Authorization:[Bearer ‹any 40›] X-Api-Key:[‹any 32›]]',
      Ruby: '{"authorization"=>["Token ‹hex 40›"]}',
      PHP: "curl_setopt($ch, CURLOPT_USERPWD, 'ada:‹any 14›');",
      'PHP, list': "'headers' => ['Authorization: Bearer ‹any 40›']",
      axios: "auth: { username: 'ada', password: '‹any 12›' }",
      HTTPie: 'http -a ada:‹any 12› a.test/v1',
      proxy: 'Proxy-Authorization: Basic ‹base64 28›',
      'HTTP/2': '[h2] [authorization: Bearer ‹any 40›]',
    }),
  ],
  [
    'commands of other tools',
    lines({
      'net use': 'net use Z: \\\\a\\share /user:ada ‹any 12›',
      'net user': 'net user ada ‹any 12› /add',
      mount: 'mount -t cifs //a/share /mnt -o username=ada,password=‹any 12›',
      kubectl: 'kubectl create secret generic db --from-literal=password=‹any 12›',
      'docker secret': 'printf ‹any 16› | docker secret create db_password -',
      'aws configure': 'aws configure set aws_secret_access_key ‹base64 40›',
      git: 'git clone https://oauth2:‹any 24›@git.test/a.git',
      'git header': 'git -c http.extraheader="AUTHORIZATION: basic ‹base64 40›" fetch',
      npm: 'npm config set //registry.test/:_authToken ‹any 36›',
      PowerShell: 'ConvertTo-SecureString "‹any 12›" -AsPlainText -Force',
      expect: 'send "‹any 12›\\r" ;# password',
      'here string': 'sudo -S apt update <<< "‹any 12›"',
      heroku: 'heroku config:set SECRET_KEY_BASE=‹hex 64›',
      vault: 'vault kv put secret/db password=‹any 12›',
      gh: 'echo ‹any 40› | gh auth login --with-token',
      psql: 'PGPASSWORD=‹any 12› psql -h db.test -U app',
    }),
  ],
  [
    'said in other words',
    lines({
      pw: 'pw is ‹any 10›',
      creds: 'creds: ada / ‹any 12›',
      'log in with': 'log in with ada and ‹any 12›',
      parentheses: 'use the staging account (ada:‹any 12›)',
      PIN: 'the PIN is ‹digit 6›',
      passcode: 'passcode - ‹digit 6›',
      arrow: 'password → ‹any 12›',
      table: '| user | password |\n|---|---|\n| ada | ‹any 12› |',
    }),
  ],
  [
    'values of code and state',
    lines({
      'Terraform state': '"type": "random_password", "attributes": {"result": "‹any 20›"}',
      'Terraform variable': 'variable "db_password" {\n  default = "‹any 14›"\n}',
      CloudFormation: 'MasterUserPassword: ‹any 14›',
      Java: 'new PasswordAuthentication("ada", "‹any 12›".toCharArray())',
      Spring: '@Value("$'.concat('{db.password:‹any 14›}")'),
      'C#': 'new NetworkCredential("ada", "‹any 12›")',
      'Python call': 'smtp.login("ada@a.test", "‹any 14›")',
      Ruby: 'Net::SSH.start("a.test", "ada", password: "‹any 12›")',
      Go: 'ssh.Password("‹any 12›")',
      'SQL insert': "INSERT INTO users (name, password) VALUES ('ada', '‹any 14›');",
    }),
  ],
  [
    'declarations with a type, and blocks',
    lines({
      TypeScript: "const password: string = '‹any 14›';",
      Python: 'password: str = "‹any 14›"',
      Kotlin: 'val dbPassword: String = "‹any 14›"',
      Rust: 'let api_secret: &str = "‹any 20›";',
      'Rust, static': 'static PASSWORD: &\'static str = "‹any 14›";',
      Go: 'var password string = "‹any 14›"',
      'YAML, literal': 'stringData:\n  db-password: |\n    ‹any 14›\n',
      'YAML, folded': 'db_password: >-\n  ‹any 14›\n',
      'wireless network': 'network={\n  psk="‹any 14›"\n}',
      'sentence that goes on': 'the staging password is ‹any 14› by the way',
      'sentence in German': 'das Passwort für den Server lautet ‹any 14›',
      'sentence in French': 'le mot de passe est ‹any 14›',
      'sentence in Japanese': 'パスワードは ‹any 14› です',
      'added line, unknown service': '+ntx_‹any 46›',
      'added line of a patch': '@@ -1 +1 @@\n-a\n+glzx_‹any 32›_‹hex 8›\n',
    }),
  ],
  [
    'credentials without a name',
    lines({
      'address of a database': 'URL.create("postgresql", "ada", "‹any 14›", "host")',
      'driver of Java': 'DriverManager.getConnection("jdbc:mysql://a/b", "root", "‹any 14›");',
      'client of a service': 'Client("AC0123", "‹hex 32›")',
      'table of commas': 'user,password\nada,‹any 14›\n',
      'sentence with the name behind': 'use ‹any 14› as the root password',
      'option of Windows': 'cmdkey /add:srv /user:ada /pass:‹any 12›',
    }),
  ],
];

function tail(seed: string, write: (body: readonly string[]) => string): PlantedShape {
  const body = keyLines(seed, 4);
  return { text: write(body), secret: body.join('\n') };
}

const heldOut = 3;

/** Every shape, and whether its class was held out. */
export const secretShapes: readonly (SecretShape & { readonly heldOut: boolean })[] = classes.flatMap(
  ([name, plants], index) =>
    Object.entries(plants).map(([shape, plant]) => ({
      class: name,
      name: shape,
      plant,
      heldOut: index % heldOut === heldOut - 1,
    })),
);

/** Secrets without a telling context, which look like a word, an identifier or a digest; those of letters are sometimes left. */
export const knownMisses: readonly string[] = [
  'one-time passwords / scratch codes of an authenticator',
  'one-time passwords / option of a tool',
  'keys of networks / community',
  'credentials of daemons / vault of Ansible',
  'credentials of daemons / Postfix',
  'credentials of daemons / MinIO',
  'keys of wallets and documents / WIF',
  'keys of wallets and documents / keystore',
  'keys of wallets and documents / service account',
  'heads of requests in logs / HTTPie',
  'said in other words / table',
  'values of code and state / Terraform variable',
  'credentials without a name / address of a database',
  'credentials without a name / driver of Java',
  'credentials without a name / client of a service',
  'credentials without a name / table of commas',
  'credentials without a name / sentence with the name behind',
  'credentials without a name / option of Windows',
];

const harmless = 7;
/** Escapes, ends of lines and marks, so that pieces are found however they are parted. */
const joints =
  /\\u\{?(?:001b|200b|0000)\}?|\\(?:x1b|033|e)\[[\d;]*[A-Za-z]|\^\[\[[\d;]*m|\\+[nrt0]|\[[\d;]*[mK]|<[^<>]{0,40}>|&shy;|[^A-Za-z0-9+/=_-]+/g;

/** A run of eight characters of a secret that is left in a text, as it stands or put together again. */
export function leftOf(secret: string, text: string): string | undefined {
  const shown = text.replace(/\[redacted:[a-z0-9-]+\]/g, '\0');
  const decoded = shown.replace(
    /\\u\{?0{0,2}([0-9a-f]{2})\}?|\\x([0-9a-f]{2})|%([0-9a-f]{2})|&#x([0-9a-f]{2});/gi,
    (...match) =>
      String.fromCharCode(
        Number.parseInt(
          match.slice(1, 5).find((one) => one !== undefined),
          16,
        ),
      ),
  );
  const readings = [
    shown,
    decoded,
    decoded.replace(/&#(\d+);/g, (_, one) => String.fromCharCode(Number(one))),
  ];
  const all = [
    ...readings,
    ...readings.map((reading) =>
      reading
        .split('\0')
        .map((part) => part.replace(joints, ''))
        .join('\0'),
    ),
  ];
  for (const part of secret.split('\n')) {
    const length = Math.min(harmless + 1, part.length);
    for (let at = 0; at + length <= part.length; at++) {
      const run = part.slice(at, at + length);
      if (all.some((reading) => reading.includes(run))) return run;
    }
  }
  return undefined;
}
