import { describe, expect, it } from 'vitest';
import { hashOfLine, hashOfName, hashText, namesIn, readLine, stableLine } from './output-lines.ts';

describe('stableLine', () => {
  it.each([
    ['Aug 01, 2019 8:12:33 PM', 'Sep 12, 2021 11:02:01 AM'],
    ['2019.08.02 18:53:53 +0000', '2020.01.30 01:02:03 +0200'],
    ['log_20190803_015412', 'log_20211203_230001'],
    ['1 May 2021', '22 Jun 2022'],
    ['19.8M of 20M', '3.1M of 40M'],
    ['ran 0.12345', 'ran 1.98765'],
    ['request 123456', 'request 9876543'],
  ])('masks what changes from run to run: %s', (one, other) => {
    expect(stableLine(`no lid ${one}`)).toBe(stableLine(`no lid ${other}`));
  });

  it('leaves values, versions and codes', () => {
    expect(stableLine('expected 12 of lid 1.2.3, got 404')).toBe('expected 12 of lid 1.2.3, got 404');
  });
});

describe('readLine', () => {
  it('tells a wording from what was filled in', () => {
    const [one, other] = ["no lid for 'kettle' in src/a.c at 3", "No lid for 'pot' in lib/b.c at 77"].map(
      readLine,
    );
    expect(one?.wording).toBe(other?.wording);
    expect(one?.filled).toEqual(['kettle', 'src/a.c', '3']);
  });

  it('tells another wording from it', () => {
    expect(readLine('no lid for it').wording).not.toBe(readLine('no spout for it').wording);
  });
});

it.each([
  ['2/3 lids fit (#11, 0 of 4)', '2/5 lids fit (#9, 1 of 4)', true],
  ['no lid of versions: 2.2.0, 2.3.0', 'no lid of versions: 2.2.0, 2.3.0, 2.4.1', true],
  ['no lid for boil_2 here', 'no lid for pour_2 here', false],
  ['no lid fits', 'no spout fits', false],
])('takes lines for one but for their numbers: %s, %s', (one, other, isOne) => {
  expect(hashOfLine(one) === hashOfLine(other)).toBe(isOne);
});

it('tells names apart by their letters, and codes and ports by their digits', () => {
  expect(hashOfName('TS2345')).not.toBe(hashOfName('TS2322'));
  expect(hashOfName('hub:5432')).not.toBe(hashOfName('hub:6379'));
  expect(hashOfName('ruby-1.9.2-p330')).toBe(hashOfName('ruby-1.9.3-p0'));
  expect(hashOfName('lid_of')).not.toBe(hashOfName('pot_of'));
});

it('finds every name, without what stands around it', () => {
  expect(namesIn('(see `src/lid.c`, "pot": x=y)')).toEqual(['see', 'src/lid.c', 'pot', 'x', 'y']);
});

it('hashes with 24 bits', () => {
  for (const text of ['', 'a', 'lid'.repeat(99)]) expect(hashText(text)).toBeLessThan(2 ** 24);
});
