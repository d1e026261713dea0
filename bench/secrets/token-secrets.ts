import type { SeededRandom } from '../doors/seeded-random.ts';
import { fill, type PlantedSecret, type SecretTemplate, wrapped } from './secret-template.ts';
import { drawFrom, drawKey, drawValue, drawWord } from './secret-values.ts';

/**
 * Formats that their makers publish: a beginning that everyone's token has, in parts so that no file holds one, and what is drawn: so
 * many characters of a kind, with marks between.
 */
const formats: readonly (readonly [prefix: readonly string[], body: string])[] = [
  [['gh', 'p_'], 'key36'],
  [['AK', 'IA'], 'upper16'],
  [['glp', 'at-'], 'key20'],
  [['sk_', 'live_'], 'key24'],
  [['np', 'm_'], 'key36'],
  [['xo', 'xb-'], 'digit12-digit12-key24'],
  [['SG', '.'], 'key22.key43'],
  [['github_', 'pat_'], 'key22_key59'],
  [['hf', '_'], 'letter34'],
  [['dop', '_v1_'], 'hex64'],
  [['AI', 'za'], 'key35'],
  [['sk-ant', '-api03-'], 'key93AA'],
];
const alphabets: Readonly<Record<string, string>> = {
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  digit: '123456789',
  letter: 'abcdefghijKLMNOPQRSTuvwxyz',
  hex: '0123456789abcdef',
};

function drawToken(random: SeededRandom) {
  const [prefix, form] = random.pick(formats);
  const body = form.replaceAll(/([a-z]+)(\d+)/g, (_, kind: string, length: string) =>
    kind === 'key'
      ? drawKey(random, Number(length))
      : drawFrom(random, alphabets[kind] ?? '', Number(length)),
  );
  return { token: prefix.join('') + body, body };
}

function tokenTemplate(write: (token: string, random: SeededRandom) => string): SecretTemplate {
  return (random) => {
    const { token, body } = drawToken(random);
    return { text: write(token, random), secret: body };
  };
}

/** Cut after so many characters, and put together again with what stands at the end and the beginning of a line. */
function wrap(token: string, width: number, joint: string): string {
  const parts: string[] = [];
  for (let at = 0; at < token.length; at += width) parts.push(token.slice(at, at + width));
  return parts.join(joint);
}

const width = (token: string, random: SeededRandom) => 8 + random.below(Math.max(1, token.length - 16));
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** One secret in any of the usual ways to write it, to be encoded as a whole. */
function anySecret(random: SeededRandom): PlantedSecret {
  if (random.happens(0.5)) {
    const { token, body } = drawToken(random);
    return { text: random.pick([token, `token=${token}`, `{"key":"${token}"}`]), secret: body };
  }
  const secret = drawValue(random, ['drawn', 'marked', 'word', 'word-and-number', 'digits']);
  const line = random.pick([
    '{"user":"‹user›","password":"‹secret›"}',
    'DB_PASSWORD=‹secret›',
    'postgres://‹user›:‹secret›@‹host›/‹name›',
    'password: ‹secret›',
  ]);
  return { text: fill(line, secret, random), secret };
}

function encoded(write: (text: string, random: SeededRandom) => string): SecretTemplate {
  return (random) => {
    const { text, secret } = anySecret(random);
    return { text: write(text, random), secret };
  };
}

const percentAll = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');

/** Tokens of known formats where a word boundary, a line or an alphabet is not what it should be. */
export const tokenClasses: Readonly<Record<string, readonly SecretTemplate[]>> = {
  'known token, glued to letters': [
    tokenTemplate((token, random) => `${drawWord(random)}${token}`),
    tokenTemplate((token) => `token${token} rejected`),
    tokenTemplate((token, random) => `${token}${drawWord(random)}`),
    tokenTemplate((token, random) => `id${random.below(90)}${token}`),
    tokenTemplate((token) => `saved as TOKEN${token}END`),
    tokenTemplate((token, random) => `the_${token}_${drawWord(random)}`),
    tokenTemplate((token) => `"u003d${token}u0026"`),
    tokenTemplate((token, random) => `${drawWord(random)}:${token}${drawWord(random)}`),
  ].map((template) => wrapped(template, 'page')),
  'known token, wrapped': [
    tokenTemplate((token, random) => `token ${wrap(token, width(token, random), '\n')}`),
    tokenTemplate((token, random) => `export T=${wrap(token, width(token, random), '\\\n')}`),
    tokenTemplate((token, random) => `  key: >\n    ${wrap(token, width(token, random), '\n    ')}\n  b: 1`),
    tokenTemplate((token, random) => `const t = "${wrap(token, width(token, random), '" +\n  "')}";`),
    tokenTemplate((token, random) => `run --token ${wrap(token, width(token, random), '\\\n  ')} --x`),
    tokenTemplate((token, random) => JSON.stringify(`token ${wrap(token, width(token, random), '\n')}`)),
    tokenTemplate((token, random) => `> ${wrap(token, width(token, random), '\n> ')}`),
    tokenTemplate((token, random) => `| ${wrap(token, width(token, random), '=\r\n')}`),
  ],
  'URL-encoded': [
    encoded((text) => `GET /cb?state=${encodeURIComponent(text)}&x=1 500`),
    encoded((text) => `body=${encodeURIComponent(encodeURIComponent(text))}`),
    encoded((text) => `Location: https://a.example/?next=${encodeURIComponent(`/in?${text}`)}`),
    encoded((text) => `payload: ${percentAll(text)}`),
    encoded((text) => `data=${encodeURIComponent(text).replaceAll('%20', '+')}`),
    encoded((text) => `"url": "https://a.example/${encodeURIComponent(text)}"`),
  ],
  'base64-encoded': [
    encoded((text) => `payload: ${base64(text)}`),
    encoded((text) => `{"data": "${base64(text)}"}`),
    encoded((text) => `echo ${base64(text)} | base64 -d`),
    encoded((text) => `data:text/plain;base64,${base64(text)}`),
    encoded((text) => `X-Context: ${Buffer.from(text).toString('base64url')}`),
    encoded((text) => base64(`# settings of the service\nLOG=debug\n${text}\nTZ=UTC\n`)),
    encoded((text) => wrap(base64(`# settings of the service\nLOG=debug\n${text}\nTZ=UTC\n`), 76, '\n')),
    encoded((text) => `auth=${base64(text).replaceAll('=', '%3D')}`),
  ],
};
