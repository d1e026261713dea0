import { describe, expect, it } from 'vitest';
import { rememberTexts } from './remember-texts.ts';

function counting(most: number) {
  const read: string[] = [];
  const lengthOf = rememberTexts((text) => {
    read.push(text);
    return { length: text.length };
  }, most);
  return { read, lengthOf };
}

describe('rememberTexts', () => {
  it('reads a text once', () => {
    const { read, lengthOf } = counting(3);
    expect(['a', 'bb', 'a', 'bb'].map((text) => lengthOf(text).length)).toEqual([1, 2, 1, 2]);
    expect(read).toEqual(['a', 'bb']);
  });

  it('holds no more than it may', () => {
    const { read, lengthOf } = counting(2);
    for (const text of ['a', 'b', 'c', 'a']) lengthOf(text);
    expect(read).toEqual(['a', 'b', 'c', 'a']);
  });

  it('remembers undefined too, and no text that is long', () => {
    let count = 0;
    const nothing = rememberTexts(() => {
      count += 1;
      return undefined;
    }, 2);
    nothing('a');
    nothing('a');
    expect(count).toBe(1);
    nothing('x'.repeat(5_000));
    nothing('x'.repeat(5_000));
    expect(count).toBe(3);
  });
});
