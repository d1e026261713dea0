import { describe, expect, it } from 'vitest';
import { hashOfName, hashText, namesIn, readLine, stableLine } from './output-lines.ts';

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
    expect(one?.filled).toEqual(['kettle', 'src/a.c', undefined]);
  });

  it('tells another wording from it', () => {
    expect(readLine('no lid for it').wording).not.toBe(readLine('no spout for it').wording);
  });
});

it('tells names apart by their letters', () => {
  expect(hashOfName('ruby-1.9.2-p330')).toBe(hashOfName('ruby-1.9.3-p0'));
  expect(hashOfName('lid_of')).not.toBe(hashOfName('pot_of'));
});

it('finds every name, without what stands around it', () => {
  expect(namesIn('(see `src/lid.c`, "pot": x=y)')).toEqual(['see', 'src/lid.c', 'pot', 'x', 'y']);
});

it('hashes with 24 bits', () => {
  for (const text of ['', 'a', 'lid'.repeat(99)]) expect(hashText(text)).toBeLessThan(2 ** 24);
});
