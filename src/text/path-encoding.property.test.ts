import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { times } from '../../tests/effort.ts';
import { anyCharacter } from '../../tests/fakes/any-character.ts';
import { decodePath, encodePath, unquotePath } from './path-encoding.ts';

/** Bytes near the borders of UTF-8: leads, continuations, overlong forms, surrogates, and U+FFFD itself. */
const awkwardBytes = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          [0xff],
          [0xc0, 0x80],
          [0xed, 0xa0, 0x80],
          [0xed, 0xb3, 0xbf],
          [0xf4, 0x90, 0x80, 0x80],
          [0xe2, 0x82],
        ],
        ...[[0xef, 0xbf, 0xbd], [0xf0, 0x9f, 0x98, 0x80], [0xef, 0xbb, 0xbf], [0x2f], [0x0a]],
      ),
      fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => Buffer.from(parts.flat()));

test('any bytes survive the round trip', () => {
  fc.assert(
    fc.property(awkwardBytes, (bytes) => {
      expect(encodePath(decodePath(bytes))).toEqual(bytes);
    }),
    { numRuns: times(5_000) },
  );
});

test('well-formed text is plain UTF-8 both ways', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(encodePath(text)).toEqual(Buffer.from(text, 'utf8'));
      expect(decodePath(Buffer.from(text, 'utf8'))).toBe(text);
    }),
    { numRuns: times(2_000) },
  );
});

test('different bytes give different paths', () => {
  fc.assert(
    fc.property(awkwardBytes, awkwardBytes, (left, right) => {
      fc.pre(!left.equals(right));
      expect(decodePath(left)).not.toBe(decodePath(right));
    }),
    { numRuns: times(2_000) },
  );
});

test('a broken byte becomes one lone surrogate and its neighbours stay readable', () => {
  expect(decodePath(Buffer.from('bad\xff.txt', 'latin1'))).toBe('bad\udcff.txt');
  expect(decodePath(Buffer.from([0xc3, 0xa9, 0xe9]))).toBe('é\udce9');
});

test('a part of a buffer is decoded on its own', () => {
  const bytes = Buffer.from('one\0tw\xffo\0', 'latin1');
  expect(decodePath(bytes, 4, 8)).toBe('tw\udcffo');
});

test('a surrogate that stands for no byte is written as a replacement character', () => {
  expect(encodePath('a\ud800b').toString('utf8')).toBe('a\uFFFDb');
});

const short: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
};

/** As git's quote.c does it with `core.quotePath`. */
function quote(bytes: Uint8Array): string {
  const pieces = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    if (short[character] !== undefined) return short[character];
    return byte >= 0x20 && byte < 0x7f ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${pieces.join('')}"`;
}

it('undoes the quotes that git puts around a path of any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      expect(unquotePath(quote(bytes))).toBe(decodePath(Buffer.from(bytes)));
    }),
  );
});

it.each(['plain.ts', '"', '""x', '"a"b"', '"\\9"', '"\\x41"', '"\\', '"open'])(
  '%s is no quoted path',
  (text) => {
    expect(unquotePath(text)).toBeUndefined();
  },
);

it('takes characters that git leaves as they are when told to', () => {
  expect(unquotePath('"caf\u00e9 \\"x\\".ts"')).toBe('caf\u00e9 "x".ts');
});
