import { describe, expect, it } from 'vitest';
import { messageLikeness } from './message-likeness.ts';

const unused = 'src/pot.go:__NUM__:__NUM__: "fmt" imported and not used';

describe('messageLikeness', () => {
  it('is 1 where one finding of both is the same, wherever it was met', () => {
    const elsewhere = 'src/lid.go:__NUM__: "fmt" imported and not used';
    expect(messageLikeness([unused, 'src/pot.go:__NUM__: undefined: boil'], [elsewhere])).toBe(1);
  });

  it('is low for other findings in the same file', () => {
    expect(messageLikeness([unused], ['src/pot.go:__NUM__:__NUM__: undefined: boil'])).toBeLessThan(0.2);
  });

  it.each([
    [[unused], ['TypeError: boil is not a function']],
    [['TypeError: boil is not a function'], [unused]],
    [[unused], ['src/pot.go:__NUM__:']],
    [[unused], ['tests/test_pot.py:__NUM__: KeyError']],
    [[], []],
  ])('cannot be told of %j and %j', (query, known) => {
    expect(messageLikeness(query, known)).toBeUndefined();
  });
});
