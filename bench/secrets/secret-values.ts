import type { SeededRandom } from '../doors/seeded-random.ts';

/** The form of a made-up value; none was ever used as a secret. */
export type ValueKind = keyof typeof makers;

/** Kinds that are one word on a command line or after `=`. */
export const plainKinds: readonly ValueKind[] = [
  ...(['drawn', 'marked', 'word', 'words', 'word-and-number', 'digits', 'foreign', 'hex'] as const),
];

const letters = 'abcdefghijklmnopqrstuvwxyz';
const alphanumeric = `${letters}${letters.toUpperCase()}0123456789`;
const hexDigits = '0123456789abcdef';
const marks = '!#%*+-_.@^~';

/** Syllables by script, so that words are pronounceable and new with every seed. */
const scripts = {
  latin: 'ba dor fen gli ho ka lun mer no pri ru sta tol vex zim el'.split(' '),
  accented: ['blü', 'ße', 'ño', 'çe', 'är', 'éto', 'ił', 'ősz', 'cre', 'mön', 'tã', 'ůř'],
  cyrillic: ['ба', 'до', 'ки', 'лу', 'ме', 'но', 'ри', 'ста', 'ту', 'вы', 'зя', 'юк'],
  greek: ['βα', 'δο', 'κι', 'λου', 'με', 'νο', 'ρι', 'στα', 'τη', 'ζω'],
  japanese: ['さ', 'く', 'ら', 'の', 'ひ', 'み', 'つ', 'ヤ', 'マ', '秘', '密'],
  chinese: ['春', '山', '云', '海', '龙', '秘', '密', '竹', '雪', '门'],
  korean: ['비', '밀', '한', '강', '나', '무', '바', '람'],
} as const;
const foreignScripts = ['accented', 'cyrillic', 'greek', 'japanese', 'chinese', 'korean'] as const;

export function drawFrom(random: SeededRandom, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
}

export function drawWord(
  random: SeededRandom,
  script: keyof typeof scripts = 'latin',
  syllables = 3,
): string {
  return Array.from({ length: syllables }, () => random.pick(scripts[script] as readonly string[])).join('');
}

/** Letters and digits, at least one of each, as generators of passwords make them. */
export function drawKey(random: SeededRandom, length: number): string {
  for (;;) {
    const key = drawFrom(random, alphanumeric, length);
    if (/\d/.test(key) && /[a-z]/.test(key) && /[A-Z]/.test(key)) return key;
  }
}

const makers = {
  drawn: (random: SeededRandom) => drawKey(random, 10 + random.below(20)),
  marked: (random: SeededRandom) =>
    `${drawKey(random, 5)}${random.pick([...marks])}${drawKey(random, 5)}${random.pick([...marks])}`,
  word: (random: SeededRandom) => drawWord(random, 'latin', 3 + random.below(2)),
  words: (random: SeededRandom) => `${drawWord(random)}-${drawWord(random)}`,
  'word-and-number': (random: SeededRandom) => `${upperFirst(drawWord(random))}${1900 + random.below(150)}`,
  digits: (random: SeededRandom) => drawFrom(random, '123456789', 7 + random.below(6)),
  foreign: (random: SeededRandom) => drawWord(random, random.pick(foreignScripts), 4),
  spaced: (random: SeededRandom) =>
    Array.from({ length: 3 + random.below(2) }, () => drawWord(random)).join(' '),
  hex: (random: SeededRandom) => drawFrom(random, hexDigits, random.pick([24, 32, 40])),
  token: (random: SeededRandom) => drawKey(random, 30 + random.below(20)),
  long: (random: SeededRandom) => drawKey(random, random.pick([300, 700, 2_000, 6_000])),
} as const satisfies Readonly<Record<string, (random: SeededRandom) => string>>;

export function drawValue(random: SeededRandom, kinds: readonly ValueKind[]): string {
  return makers[random.pick(kinds)](random);
}

function upperFirst(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
