import { describe, expect, it } from 'vitest';
import { nthMemory } from './real-texts.ts';

const texts = Array.from({ length: 50 }, (_, at) => `First of ${at}. Second of ${at}. Third of ${at}.`);

describe('nthMemory', () => {
  it('is the texts as they are, then pairs of their sentences that hardly repeat', () => {
    expect(nthMemory(texts, 7)).toBe(texts[7]);
    const made = Array.from({ length: 500 }, (_, n) => nthMemory(texts, n));
    expect(new Set(made).size).toBeGreaterThan(490);
    expect(made[75]).toMatch(/^\w+ of 25\. \w+ of \d+\.$/);
  });
});
