import fc from 'fast-check';

/**
 * Any character but half of a pair: the unit `'binary'` of fast-check, drawn and shrunk alike, without its table of all 1.1 million,
 * which takes a second to make and 100 MB of a process for as long as it runs.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10_f7ff).map(
  (at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800),
  (character) => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character)
      throw new Error('this is not one character');
    return point < 0xd800 ? point : point - 0x800;
  },
);
