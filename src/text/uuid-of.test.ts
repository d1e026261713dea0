import { expect, it } from 'vitest';
import { uuidOf } from './uuid-of.ts';

it('is the same for the same text, and has the form of a UUID', () => {
  expect(uuidOf('kettle')).toBe(uuidOf('kettle'));
  expect(uuidOf('kettle')).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
});

it('tells texts apart, from the first digits on', () => {
  const texts = Array.from({ length: 5_000 }, (_, at) => `session\ntoolu_${at}`);
  expect(new Set(texts.map(uuidOf)).size).toBe(texts.length);
  expect(new Set(texts.map((text) => uuidOf(text).slice(0, 8))).size).toBeGreaterThan(texts.length - 3);
});
