import { isFiller } from '../judge-value.ts';
import { rowsOf, type SecretRule } from '../rule.ts';

const raw = String.raw;
const base64 = '[A-Za-z0-9+/]';
const shortestKey = 16;

/** From a line of a key to the next, in a file, a log, a string or a single line. */
const nextLine = raw`(?:\\{1,8}[nr]){0,2}["' +.,;]{0,8}[^A-Za-z0-9+/=\n]{0,12}(?:\n(?:[^\n-]{0,48}[^A-Za-z0-9+/=\n-])?|[ "'])`;
const keyLine = `${base64}{40,200}={0,2}`;
const lastLine = `(?:${base64}{12,200}={0,2}|${base64}{1,11}={1,2})(?![\\w-]|\\.[\\w-])`;
const headerLine = raw`[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,80}`;
const openBody = `(?:${nextLine}(?:${keyLine}|${headerLine}|(?=\\n))){0,3000}(?:${nextLine}${lastLine})?`;
const closedBody = raw`(?:[^-]|-(?!---)){16,200000}(?:(?=-{4,5} ?END)|(?<=KEY(?: BLOCK)?)(?=-----))`;
const footer = raw`-{4,5}(?: ?END[ \w]{0,100}-{4,5})?`;

function holdsKey(block: string): boolean {
  const body = block.slice(0, 1_200).replace(/-{4,5}[ \w]{1,100}-{4,5}/g, '');
  return body.replace(/\\[nrt]|[^A-Za-z0-9+/=]/g, '').length >= shortestKey;
}

/** Private keys in PEM, OpenSSH, PGP and PuTTY form: whole, or cut off at either end. */
const blocks = rowsOf({ id: 'private-key' }, [
  {
    keywords: ['-----begin', '---- begin'],
    example: [
      '-----BEGIN PRIVATE ' + 'KEY-----\n‹base64 64›\n‹base64 64›',
      '-----BEGIN CERTIFICATE-----\n‹base64 64›',
    ],
    shape: raw`[ \w-]{0,100}PRIVATE KEY(?: BLOCK)?(?: ----|-----)(?:${closedBody}|${openBody})(?:${footer})?`,
    looks: holdsKey,
    whole: true,
  },
  {
    keywords: ['-----end'],
    example: ['…\n‹base64 64›\n-----END PRIVATE ' + 'KEY-----', '‹base64 64›\n-----END CERTIFICATE-----'],
    head: `(?:${keyLine}${nextLine}){0,3000}${base64}{1,200}={0,2}${nextLine}`,
    shape: raw`[ \w-]{0,100}PRIVATE KEY(?: BLOCK)?-----`,
    looks: holdsKey,
  },
  {
    keywords: ['private-lines'],
    example: ['Private-Lines: 2\n‹base64 64›\n‹base64 64›', 'Private-Lines: 14\n'],
    shape: raw`: \d{1,3}\n[A-Za-z0-9+/=]{1,76}(?:\n[A-Za-z0-9+/=]{1,76}(?![^\n])){0,200}`,
    whole: true,
  },
]);

const hexKey = '(?:0x)?[0-9a-f]{64}(?![0-9a-f])';
const call = (value: string) => raw`\(\s{0,4}b?["'](?<secret>${value})["']`;

/** Keys that look like any digest, so that what they are given to has to tell. */
const keys = rowsOf({ flags: 'i', looks: (key: string) => !isFiller(key.slice(2)) }, [
  {
    id: 'private-key',
    keywords: ['wallet', 'privatekeytoaccount', 'fromprivatekey', 'fromkey'],
    example: [`new Wallet('0x‹hex 64›')`, `new Wallet('0x‹hex 40›')`],
    shape: call(hexKey),
  },
  {
    id: 'private-key',
    keywords: ['fromhex', 'hextobytes', 'unhexlify'],
    example: [`signing_key = fromhex('‹hex 64›')`, `digest = fromhex('‹hex 64›')`],
    shape: call(hexKey),
    near: { pattern: /key|secret|seed|priv/i, before: 48 },
  },
  {
    id: 'private-key',
    keywords: ['accounts'],
    example: [`accounts: ['0x‹hex 64›']`, `accounts: ['0x‹hex 40›']`],
    shape: raw`["']?\s?:\s?\[\s{0,8}["'](?<secret>0x[0-9a-f]{64}(?:["'],\s{0,8}["']0x[0-9a-f]{64}){0,20})["']`,
  },
  {
    id: 'private-key',
    keywords: ['private key', 'private_key', 'private-key', 'privatekey'],
    example: ['my private key is 0x‹hex 64›', 'the private key of 0x‹hex 40›'],
    shape: raw`[^\n]{0,24}?(?:\n[=-]{0,40}){0,3}[ \t"']{0,4}(?:\(\d\) ?)?(?<secret>${hexKey}(?:\n\(\d{1,2}\) ?${hexKey}){0,20})`,
  },
  {
    id: 'private-key',
    keywords: ['"d":', '"k":', '"d" :', '"k" :'],
    example: ['{"kty":"EC","d":"‹any 43›"}', '{"d":"‹any 43›"}'],
    shape: raw` ?"(?<secret>[\w-]{32,700})"`,
    near: { pattern: /"kty"/, before: 900, after: 900 },
  },
  {
    id: 'fernet-key',
    keywords: ['fernet'],
    example: [`Fernet('‹any 43›=')`, 'Fernet(key)'],
    shape: call(raw`[\w-]{43}=`),
  },
  {
    id: 'rails-key',
    keywords: ['master.key'],
    example: ['config/master.key:\n‹hex 32›', 'config/master.key is missing'],
    shape: raw`["'\x60:]{0,3}\s{1,4}(?<secret>[0-9a-f]{32})(?![0-9a-f])`,
  },
  {
    id: 'xml-key',
    keywords: ['<masterkey', '<encryptionkey', '<privatekey'],
    example: ['<masterKey a="b">\n<value>‹base64 86›==</value>', '<masterKey a="b"/>'],
    shape: raw`[^<>]{0,120}>\s{0,20}(?:<!--[^>]{0,120}-->\s{0,20})?<value>(?<secret>[A-Za-z0-9+/=]{16,400})<`,
  },
]);

/** No word of the list that mnemonics are drawn from, and hardly a sentence does without them. */
const ofSentences =
  'the|and|for|from|with|are|was|not|which|has|have|been|its|but|were|their|should|would|could|into|where';
const word = `(?!(?:${ofSentences})\\b)[a-z]{3,8}\\b`;
const number = raw`\d{1,2}[.):] ?`;
const dashedCode = raw`[A-Za-z0-9]{4,12}(?:-[A-Za-z0-9]{4,12}){1,12}`;
const plainCode = raw`(?=[A-Za-z]{0,15}\d)[A-Za-z0-9]{8,16}|(?<=["'])[A-Za-z0-9]{8,16}(?=["'])|\d{3,6}(?: \d{3,6}){1,7}|\d{6,8}`;
const code = raw`(?:${dashedCode}|${plainCode})(?![\w-])`;
const nextCode = raw`["']?(?:[ \t]{0,8},?[ \t]{0,8}\n?|,?\s)[ \t]{0,8}(?:[-*•][ \t]|\d{1,2}[.)][ \t]?)?["']?`;
const aroundWords = raw`[^\n]{0,60}?(?:\n[^\w\n]{0,8}){0,3}`;
const phrases =
  `mnemonic seed_phrase seedphrase seed|phrase seed|words recovery_phrase recovery|phrase backup|phrase secret|phrase
  fromphrase( frommnemonic( private-key|"`
    .split(/\s+/)
    .map((keyword) => keyword.replace('|', ' '));

/** Codes and words that recover an account. */
const recoveries: readonly SecretRule[] = [
  {
    id: 'recovery-code',
    keywords: ['recovery', 'backup', 'scratch', 'emergency'],
    example: ['Recovery codes:\n‹hex 5›-4a0b1\n‹hex 5›-9c2d3', 'Recovery code: must be 10 characters'],
    shape: raw`[ _-]?(?:codes?|keys?)["']?[ \t]{0,4}(?:[:=(\[]|\n)[\s:=\["']{0,12}(?:[-*•][ \t]|1[.)][ \t]?)?["']?(?<secret>${code}(?:${nextCode}${code}){0,40})`,
    flags: 'i',
    looks: (codes) => /\d/.test(codes),
  },
  {
    id: 'mnemonic',
    keywords: phrases,
    example: [
      'mnemonic: canoe carbon cargo castle casual catalog cattle bridge bronze bubble budget buffalo',
      'the mnemonic is easy when you know which part of the word the rule is about',
    ],
    shape: raw`${aroundWords}(?<![A-Za-z])(?<secret>${word}(?<between> {1,2}|\n|["'], ?["'])${word}(?:\k<between>${word}){10}(?:(?:\k<between>${word}){3}){0,4})(?!,? [a-z]|\k<between>[a-z])`,
    looks: isVaried,
  },
  {
    id: 'mnemonic',
    keywords: phrases,
    example: [
      'seed phrase:\n1. canoe 2. carbon 3. cargo 4. castle 5. casual 6. catalog 7. cattle 8. bridge 9. bronze 10. bubble 11. budget 12. buffalo',
      'seed phrase:\n1. canoe 2. carbon',
    ],
    shape: raw`${aroundWords}(?<secret>(?<!\w)1[.):] ?${word}(?:[,\s]{1,4}${number}${word}){11,23})`,
    looks: isVaried,
  },
];

/** `test test test …` is the phrase of every tutorial. */
function isVaried(phrase: string): boolean {
  const words = phrase.match(/[a-z]{3,}/g) ?? [];
  return new Set(words).size > words.length / 2;
}

/** Sessions in files of cookies; of two forms of JSON, the one in which the name comes last. */
const jars: readonly SecretRule[] = [
  {
    id: 'cookie',
    keywords: ['true\t/', 'false\t/', 'true /', 'false /', 'true  /', 'false  /'],
    example: ['.a.test\tTRUE\t/\tTRUE\t1799999999\tsid\t‹any 32›', '.a.test\tTRUE\t/ and no more'],
    shape: raw`\S{0,200}[ \t]{1,4}(?:TRUE|FALSE)[ \t]{1,4}\d{1,12}[ \t]{1,4}\S{1,120}[ \t]{1,4}(?<secret>\S{4,4000})`,
  },
  {
    id: 'cookie',
    keywords: ['"value"'],
    example: ['{"value": "‹any 32›", "name": "session"}', '{"value": "‹any 32›", "name": "colour"}'],
    shape: raw` ?: ?"(?<secret>[^"\n]{8,4000})", {0,4}"name" ?: ?"[^"\n]{0,40}(?:sess|sid|auth|token|login)[^"\n]{0,40}"`,
    flags: 'i',
  },
];

export const keyRules: readonly SecretRule[] = [...blocks, ...keys, ...recoveries, ...jars];
