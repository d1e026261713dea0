/** A word, or a name that joins several: `read_config`, `test/lid.test.ts`, `serde-1.0.90`. */
interface OutputToken {
  readonly hash: number;
  readonly text: string;
}

/** Hashes have so many bits: of some hundred in a sketch, another word is taken for one of them once in ten thousand. */
const hashBits = 24;
const wordCharacter = 1;
const joiner = 2;
const slash = 47;
const firstBeyondAscii = 128;
const kinds = characterKinds();

/** Words are the same in any case; names are not: `Running` is no `running`. Neither is taken for the other. */
const seeds = { word: 0x811c9dc5, name: 0x2f0b4a37 } as const;

/** The hash of a name, or of any other text (FNV-1a). */
export function hashOfName(text: string): number {
  return hashPart(text, 0, text.length, 'name');
}

/**
 * Hashes of everything in an output that may be a word, a name or the last parts of a path: to be asked whether something was
 * printed at all. Takes one pass.
 */
export function hashesOfOutput(output: string): ReadonlySet<number> {
  const found = new Set<number>();
  eachRun(output, (start, end) => {
    const from = firstName(output, start, end);
    const to = lastName(output, from, end);
    if (to > from) found.add(hashPart(output, from, to, 'name'));
    let parts = 0;
    for (let at = to - 1; at > from && parts < 2; at--) {
      if (output.charCodeAt(at) !== slash) continue;
      found.add(hashPart(output, at + 1, to, 'name'));
      parts += 1;
    }
    eachWord(output, start, end, (first, last) => found.add(hashPart(output, first, last, 'word')));
  });
  return found;
}

/** Words of a line; a single letter is none. */
export function wordsIn(line: string): readonly OutputToken[] {
  const words: OutputToken[] = [];
  eachRun(line, (start, end) =>
    eachWord(line, start, end, (first, last) =>
      words.push({ hash: hashPart(line, first, last, 'word'), text: line.slice(first, last) }),
    ),
  );
  return words;
}

/**
 * Names in a line: whatever holds letters, and versions. A path inside the repository is one name; of an absolute path only the
 * last part is, because where things lie is up to the machine.
 */
export function namesIn(line: string): readonly OutputToken[] {
  const names: OutputToken[] = [];
  eachRun(line, (start, end) => {
    const isAbsolute = line.charCodeAt(start) === slash;
    let from = firstName(line, start, end);
    const to = lastName(line, from, end);
    if (isAbsolute) from = Math.max(from, line.lastIndexOf('/', to - 1) + 1);
    const text = line.slice(from, to);
    if (isName.test(text)) names.push({ hash: hashOfName(text), text });
  });
  return names;
}

const isName = /^(?=.{3})(?=.*[A-Za-z\u0080-\uffff])|\d\.\d+\.\d/s;

function eachRun(text: string, visit: (start: number, end: number) => void): void {
  let start = -1;
  for (let at = 0; at <= text.length; at++) {
    const isInside = at < text.length && kindAt(text, at) !== 0;
    if (isInside && start === -1) start = at;
    if (isInside || start === -1) continue;
    visit(start, at);
    start = -1;
  }
}

function eachWord(text: string, start: number, end: number, visit: (first: number, last: number) => void) {
  let first = start;
  for (let at = start; at <= end; at++) {
    if (at < end && kindAt(text, at) === wordCharacter) continue;
    if (at - first > 1 || (at > first && isDigit(text.charCodeAt(first)))) visit(first, at);
    first = at + 1;
  }
}

function firstName(text: string, start: number, end: number): number {
  let from = start;
  while (from < end && kindAt(text, from) === joiner) from++;
  return from;
}

function lastName(text: string, from: number, end: number): number {
  let to = end;
  while (to > from && kindAt(text, to - 1) === joiner) to--;
  return to;
}

function hashPart(text: string, start: number, end: number, kind: keyof typeof seeds): number {
  let hash: number = seeds[kind];
  const isFolded = kind === 'word';
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    hash = Math.imul(hash ^ (isFolded && code >= 65 && code <= 90 ? code + 32 : code), 0x01000193);
  }
  return (hash ^ (hash >>> hashBits)) & ((1 << hashBits) - 1);
}

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < firstBeyondAscii ? (kinds[code] ?? 0) : wordCharacter;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function characterKinds(): Uint8Array {
  const table = new Uint8Array(firstBeyondAscii);
  for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$')
    table[character.charCodeAt(0)] = wordCharacter;
  for (const character of '@.+/-') table[character.charCodeAt(0)] = joiner;
  return table;
}
