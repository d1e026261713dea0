import type { SeededRandom } from '../doors/seeded-random.ts';
import { fill, type SecretTemplate } from './secret-template.ts';
import { drawFrom, drawKey, drawValue, drawWord } from './secret-values.ts';
import { base64, tokenTemplate, wrap } from './token-secrets.ts';

/** Bytes as other programs write them: `%2f` in small letters, only what is not a letter or a digit, or everything. */
const percentSmall = (text: string) =>
  encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (escaped) => escaped.toLowerCase());
const percentMarks = (text: string) =>
  text.replace(/[^A-Za-z0-9]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`);
const percentEvery = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
const form = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);

const half = (token: string) => Math.ceil(token.length / 2);
const twelve = (random: SeededRandom) => 12 + random.below(12);

type Write = (text: string, random: SeededRandom) => string;

/** A line of a file of settings or of a request whose value is a secret by its name, or a token by its form. */
function line(kinds: readonly ('named' | 'token')[], write: Write): SecretTemplate {
  return (random) => {
    if (random.pick(kinds) === 'token') return tokenTemplate((token) => write(token, random))(random);
    const secret = drawValue(random, ['drawn', 'marked', 'hex']);
    const text = random.pick([
      'password=‹secret›',
      'api_key=‹secret›&user=‹user›',
      'mysql://‹user›:‹secret›@‹host›:3306/‹name›',
      '{"client_secret": "‹secret›", "realm": "‹name›"}',
      'SMTP_PASSWORD="‹secret›"',
    ]);
    return { text: write(fill(text, secret, random), random), secret };
  };
}

const both = ['named', 'token'] as const;

/**
 * Known tokens and named secrets in other disguises than those of `token-secrets.ts`. Written before their author had read the
 * rules, so that their first count says how far the rules carry.
 */
export const disguisedClasses: Readonly<Record<string, readonly SecretTemplate[]>> = {
  'disguised: glued': [
    tokenTemplate((token, random) => `cache-${drawWord(random)}${token}.json not found`),
    tokenTemplate((token, random) => `[${drawWord(random)}]${token}[${drawWord(random)}]`),
    tokenTemplate(
      (token, random) => `${drawWord(random).toUpperCase()}${token}${drawWord(random).toUpperCase()}`,
    ),
    tokenTemplate((token) => `lastSeen=20260304T101112Z${token}`),
    tokenTemplate((token, random) => `C:\\Users\\${drawWord(random)}\\${token}\\logs`),
    tokenTemplate((token, random) => `x${token}, y${drawKey(random, 9)}`),
    tokenTemplate((token) => `\\x1b[31m${token}\\x1b[0m`),
    tokenTemplate((token) => `args: -t${token} -v`),
    tokenTemplate((token, random) => `${random.below(1_000)}${token}${random.below(1_000)}`),
    tokenTemplate((token) => `old${token}new${token.slice(0, 4)}`),
  ],
  'disguised: wrapped': [
    tokenTemplate(
      (token, random) => `The token is\n\n    ${wrap(token, twelve(random), '\n    ')}\n\nand it expired.`,
    ),
    tokenTemplate((token, random) => `key = (\n  "${wrap(token, twelve(random), '"\n  "')}"\n)`),
    tokenTemplate((token, random) => `// ${wrap(token, twelve(random), '\n// ')}\nconst a = 1;`),
    tokenTemplate((token, random) => `+${wrap(token, twelve(random), '\n+')}\n`),
    tokenTemplate((token, random) => `"${wrap(token, twelve(random), '" . \n    "')}";`),
    tokenTemplate((token, random) => `│ ${wrap(token, twelve(random), ' │\n│ ')} │`),
    tokenTemplate(
      (token) =>
        `curl -H "Authorization: Bearer ${token.slice(0, half(token))}\r\n${token.slice(half(token))}"`,
    ),
    tokenTemplate((token, random) => `TOKEN="${wrap(token, twelve(random), '"\\\n"')}"`),
    tokenTemplate((token, random) => `12:01:03 out | ${wrap(token, twelve(random), '\n12:01:03 out | ')}`),
    tokenTemplate((token) => `s = '${token.slice(0, half(token))}' + '${token.slice(half(token))}'`),
  ],
  'disguised: URL-encoded': [
    line(both, (text) => `https://a.example/log?m=${percentSmall(text)}#top`),
    line(both, (text) => `q=${percentMarks(text)};`),
    line(both, (text) => `curl --data '${form(text)}' https://a.example`),
    line(both, (text) => `Referer: https://a.example/x?u=${encodeURIComponent(encodeURIComponent(text))}`),
    line(['token'], (text) => `path /v1/keys/${percentEvery(text)}/show 404`),
    line(both, (text, random) => `{"query":"id=${random.below(99)}&cfg=${encodeURIComponent(text)}"}`),
    line(both, (text) => `data:text/plain,${encodeURIComponent(text)}`),
    line(both, (text) => `mailto:a@b.example?body=Hello%0A${encodeURIComponent(text)}%0ABye`),
    line(
      both,
      (text) =>
        `https://a.example/?r=${encodeURIComponent(`https://b.example/?t=${encodeURIComponent(text)}`)}`,
    ),
    line(both, (text) => `Set-State: "${encodeURI(text)}"`),
  ],
  'disguised: base64-encoded': [
    line(both, (text) => `config.b64=${base64(text)}`),
    line(
      both,
      (text, random) =>
        `{"id":${random.below(99)},"blob":"${base64(`{"a":1,"line":${JSON.stringify(text)}}`)}"}`,
    ),
    line(both, (text) => `<data encoding="base64">${base64(text)}</data>`),
    line(both, (text) => `b'${base64(text)}'`),
    line(
      both,
      (text) =>
        `-----BEGIN CONFIG-----\n${wrap(base64(`[main]\n${text}\nmode = fast\n`), 64, '\n')}\n-----END CONFIG-----`,
    ),
    line(both, (text) => `  app.conf: ${base64(`level: info\n${text}\n`)}\n  mode: fast`),
    line(both, (text) => `https://a.example/?s=${Buffer.from(text).toString('base64url')}&v=2`),
    line(both, (text) => base64(base64(text))),
    line(both, (text, random) => `${drawFrom(random, '0123456789', 4)}:${base64(`xx${text}`)}:end`),
    line(both, (text) => `${base64(`{"log":"it said ${text} twice"}`)}`),
  ],
};
