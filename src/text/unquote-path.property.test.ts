import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodePath } from './path-encoding.ts';
import { unquotePath } from './unquote-path.ts';

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
