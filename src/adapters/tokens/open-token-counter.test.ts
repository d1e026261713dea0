import { readFileSync } from 'node:fs';
import { array, assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { openTokenCounter } from './open-token-counter.ts';

it('counts a word or a blank of any length in time that grows with it', async () => {
  const tokens = openTokenCounter();
  await tokens.count('loaded');
  for (const unit of ['y', ' ', 'aZ9+']) {
    const before = process.cpuUsage();
    await tokens.count(unit.repeat(200_000 / unit.length));
    expect(process.cpuUsage(before).user / 1_000, JSON.stringify(unit)).toBeLessThan(5_000);
  }
});

it('counts what a tokenizer of the same encoding counts', async () => {
  const tokens = openTokenCounter();
  const theirs = (text: string) => countTokens(text, { disallowedSpecial: new Set<string>() });
  const part = oneof(
    string({ unit: 'binary' }),
    string({ unit: 'grapheme' }),
    constantFrom('<|endoftext|>', '\ud800', " isn't", "DON'T", '\r\n\t ', '1234567', '팯럝', '修复', '🔥'),
  );
  await assert(
    asyncProperty(array(part), async (parts) => {
      // Theirs takes the mark of byte order for two tokens, as its decoder drops it.
      const text = parts.join('').replaceAll('\ufeff', '');
      expect(await tokens.count(text)).toBe(theirs(text));
    }),
  );
  const lines = readFileSync(import.meta.filename, 'utf8').split('\n');
  expect(await tokens.count('\ufeff')).toBe(1);
  for (const line of lines) expect(await tokens.count(line), line).toBe(theirs(line));
});
