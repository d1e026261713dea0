import { describe, expect, it } from 'vitest';
import { mayTellOfFailure } from '../../src/engine/moments/read-command-result.ts';
import { endingHint } from '../../src/query/describes-failure.ts';

describe('words the engine decides by', () => {
  it.each(endingHint.source.split('|'))('%s is passed on to it', (word) => {
    expect(mayTellOfFailure(`x ${word} y`)).toBe(true);
    expect(mayTellOfFailure(word.toUpperCase())).toBe(true);
  });
});

it.each(['', 'ok 12 tests', 'Compiled 4 files in 2.1s', ' M src/kettle.ts'])('%j is not', (output) => {
  expect(mayTellOfFailure(output)).toBe(false);
});

it('an output too long to look through is', () => {
  expect(mayTellOfFailure('.'.repeat(1_000_001))).toBe(true);
});
