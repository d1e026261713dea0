import { expect, it } from 'vitest';
import { redact } from '../../src/redaction/redact.ts';
import { knownMisses, leftOf, secretShapes } from './secret-shapes.ts';

const seeds = Array.from({ length: 10 }, (_, number) => `seed ${number}`);

const mostLeftOfTen = 3;

it('takes out every shape of a secret that is known, and says which are not', () => {
  const left = secretShapes.map((shape) => {
    const misses = seeds.filter((seed) => {
      const { text, secret } = shape.plant(seed + shape.name);
      return leftOf(secret, redact(text)) !== undefined;
    });
    return { name: `${shape.class} / ${shape.name}`, misses: misses.length };
  });
  expect(left.filter(({ misses }) => misses > mostLeftOfTen).map(({ name }) => name)).toEqual(knownMisses);
  expect(left.filter(({ misses }) => misses === 0).length).toBeGreaterThan(180);
});

it('stays as it is when it is redacted again', () => {
  for (const shape of secretShapes)
    for (const seed of seeds) {
      const redacted = redact(shape.plant(seed + shape.name).text);
      expect(redact(redacted), shape.name).toBe(redacted);
      expect(redacted, shape.name).not.toContain('unsettled');
    }
});

const hex = (length: number) => '3f786850e387550fdab836ed7e6dc881'.repeat(4).slice(0, length);

/** Harmless texts that look like one of those shapes. */
it.each([
  `commit ${hex(40)}\nAuthor: Ada <ada@a.test>`,
  `at 0x00007ffd5e8c2a40 in main () at kettle.c:12`,
  `#0  0x000055d0c8a4f2b1 in boil (k=0x5619a3b2c010) at kettle.c:40`,
  `transfer to 0x5FbDB2315678afecb367f032d93F642f64180aa3 in tx 0x${hex(64)}`,
  `token contract deployed to: 0x5FbDB2315678afecb367f032d93F642f64180aa3`,
  `"integrity": "sha512-${'Ab3+/'.repeat(17)}Q=="`,
  `sha256:${hex(64)}`,
  `h1:${'aB3d'.repeat(10)}abc=`,
  `checksum = "${hex(64)}"`,
  `--accent: #3f7868; --accent-strong: #e387550f;`,
  `background: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk);`,
  `session 0f8fad5b-d9cb-469f-a165-70867728950e started`,
  `{"session_id": "0f8fad5b-d9cb-469f-a165-70867728950e", "cwd": "/src"}`,
  `expect(toBase64('Hello')).toBe('SGVsbG8gd29ybGQsIGhlbGxvIGFnYWlu');`,
  `the mnemonic is easy to remember when you know which part of the word the rule is about`,
  `A mnemonic for the order: please excuse my dear aunt sally before she goes home again today`,
  `seed phrase words are checked against the list before the wallet is opened again by its owner`,
  `recovery codes are stored hashed, and shown once`,
  `Recovery code: must be 10 characters`,
  `backup codes: 10 of them, one for each login`,
  `the private key is missing from the keyring, see docs/keys.md`,
  `PRIVATE_KEY: path to a file, default ~/.ssh/id_ed25519`,
  `Error: invalid private key, expected 32 bytes, got 31`,
  `new Wallet(process.env.KEY, provider)`,
  `wallet("0x5FbDB2315678afecb367f032d93F642f64180aa3")`,
  `accounts: ["0x5FbDB2315678afecb367f032d93F642f64180aa3"],`,
  `Fernet(key)`,
  `config/master.key is missing`,
  `a.test TRUE / means that the whole site may read it`,
  `login("user", "password")`,
  `account (see docs/accounts.md)`,
  `net user ada /delete`,
  `git config set user.name ada`,
  `sed -i 's/a/b/' <<< "$INPUT"`,
  `send "yes\\r"`,
  `pin: 13`,
  `the pin is 12`,
  `jdbc:oracle:thin:@db.test:1521:ORCL`,
  `connect("app/orders")`,
  `password: ENC[AES256_GCM,data:kettle,iv:boil,tag:tea,type:str]`,
  `C:\\new\\table\\x86\\release\\b1.exe`,
  `/^\\d{4}-\\d{2}\\nfoo\\tbar\\x41$/`,
  `const a = 'one' + 'two1' + "three2";`,
  `| a1 | b2 |\n| c3 | d4 |`,
  `build-1234\nbuild-1235\nbuild-1236\n`,
  `${hex(40)}  kettle-1.0.tgz\n${hex(32)}${hex(8)}  kettle-1.1.tgz\n`,
])('leaves %j', (text) => {
  expect(redact(text)).toBe(text);
});
