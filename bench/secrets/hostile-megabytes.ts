import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SeededRandom } from '../doors/seeded-random.ts';
import { drawFrom } from './secret-values.ts';

const megabyte = 1_000_000;
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const announcingWords =
  'password token secret key pass auth access api_key cookie bearer curl mysql login'.split(' ');
const base64 = (text: string) => Buffer.from(text).toString('base64');
const announcing =
  'ghp_ gho_ ghu_ ghr_ github_pat_ glpat- gldt- glft- npm_ rubygems_ CLOJARS_ dop_v1_ doo_v1_ vcp_ nfp_ sbp_ hvs. pul- pnu_ ico- glc_ glsa_ sntryu_ NRAK- squ_ sqp_ sqa_ bkua_ CCIPAT_ PMAK- rdme_ gsk_ xai- pplx- hf_ r8_ lsv2_ pcsk_ xoxb- sk_live_ whsec_ shpat_ shppa_ SG. xkeysib- key- figd_ lin_api_ ntn_ tfp_'.split(
    ' ',
  );
const prose =
  'The quick report of the day says that nothing has gone wrong in any of the builds, and that all is well. ';

/** Texts to repeat, by what each may make a rule do: read far, read again, or ask often. */
const {
  repeated,
  ...written
}: Readonly<Record<string, readonly string[]>> & {
  readonly repeated: readonly string[];
} = JSON.parse(readFileSync(join(import.meta.dirname, 'hostile-parts.json'), 'utf8'));

/** Texts that are too long to be written down. */
const computed: readonly string[] = [
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
  `--${'a'.repeat(70)}password x `,
  `\ndata:${'\n a: b'.repeat(40)}`,
  `password for ${'a'.repeat(78)} `,
  // Layers.
  `${base64('password=Hunter2hunter; ')}\n`,
  `${base64(prose)}\n`,
  Buffer.from('password password password is ').toString('base64'),
  `…${'aB3_'.repeat(50)}`,
];

type Megabyte = readonly [name: string, text: string];

/** Megabytes made to be slow, by name. Each is one beginning many times, two of them in turn, or one long run of a kind. */
export function* slowMegabytes(seed: number): Generator<Megabyte> {
  const random = new SeededRandom(seed);
  for (const part of repeated) yield [JSON.stringify(part), fill(part)];
  for (let pair = 0; pair < 60; pair++) {
    const part = random.pick(repeated) + random.pick(repeated);
    yield [JSON.stringify(part), fill(part)];
  }
  for (const part of random.shuffle(repeated).slice(0, 20))
    yield [`${JSON.stringify(part)}, then a run`, part + drawFrom(random, letters, megabyte)];
  for (const [name, alphabet] of Object.entries({
    base64: `${letters}+/`,
    hexadecimal: '0123456789abcdef',
    'password letters': 'pasword=:" ',
    marks: '-_.:=/@%$|\\"\' \n',
  }))
    yield [name, drawFrom(random, alphabet, megabyte)];
  const fragments = Array.from({ length: 150_000 }, () => random.pick(repeated)).join('');
  yield ['fragments at random', fragments.slice(0, megabyte)];
}

/** Megabytes made against the rules, by name. */
export function* hostileMegabytes(seed: number): Generator<Megabyte> {
  const random = new SeededRandom(seed);
  const drawn = (length: number) => drawFrom(random, letters, length);
  for (const part of [...Object.values(written).flat(), ...computed])
    yield [JSON.stringify(part.length > 60 ? `${part.slice(0, 60)}…` : part), fill(part)];
  const half = megabyte / 2;
  const addresses = '://a:b'.repeat(half / 6);
  yield ['addresses before blanks', addresses + ' '.repeat(half)];
  yield ['addresses before line ends', addresses + '\n'.repeat(half)];
  const inBase64 = (text: string, columns: number) => inLines(base64(fill(text)), columns).slice(0, megabyte);
  yield ['base64 of text, in lines', inBase64(prose, 76)];
  yield ['base64 of text with secrets, in lines', inBase64(`${prose}password=Hunter2hunter\n`, 64)];
  const twice = base64(base64(fill('token=aB3dE5gH7jK9mN1pQ3 ')));
  yield ['base64 of base64 of text with secrets', twice.slice(0, megabyte)];
  const token = () => random.pick(announcing);
  yield ['names at random', fillBy(() => `${drawn(12)}_key=${drawn(6)} `)];
  yield ['settings at random', fillBy(() => `${drawFrom(random, 'ABCDEF_', 9)}_PASSWORD=${drawn(10)}\n`)];
  yield ['tokens at random', fillBy(() => `${token()}${drawn(40)} `)];
  yield ['tokens at random, cut off', fillBy(() => `${token()}${drawn(9)}… `)];
  yield ['tokens at random, glued', fillBy(() => `${token()}${drawn(5)}`)];
  yield ['one address', `https://a:${drawn(megabyte)}`];
  yield ['one password', `password=${drawn(megabyte)}`];
  yield ['one quoted password', `password="${'pass key token '.repeat(megabyte / 15)}"`];
  yield ['one command', `mysql ${'-pass a '.repeat(megabyte / 8)}`];
  yield ['one key', `-----BEGIN PRIVATE KEY-----\n${inLines(drawn(megabyte), 64)}`];
  yield [
    'words that announce, at random',
    fillBy(() => random.pick(announcingWords) + random.pick([' ', '=', ': ', '="', "'", '\n', ...'-_./|,'])),
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
