import { expect, it } from 'vitest';
import { tokenFormats } from './token-formats.ts';
import { vendorValues } from './vendor-values.ts';

const patterns = [
  ...tokenFormats.map(([kind, , rest]) => [kind, rest] as const),
  ...vendorValues.flatMap(([kind, , shapes]) => shapes.map((shape) => [kind, shape] as const)),
];
const kinds = patterns.map(([kind]) => kind);
const literals = [
  ...tokenFormats.map(([, literal]) => literal),
  ...vendorValues.flatMap(([, names]) => names),
];

it('bounds every repetition, so that the work for a text is linear in its length', () => {
  const unbounded = patterns.filter(([, pattern]) => {
    const withoutClasses = pattern.replace(/\\./g, 'e').replace(/\[[^\]]*\]/g, 'c');
    return /[*+]|\{\d+,\}/.test(withoutClasses);
  });
  expect(unbounded).toEqual([]);
});

it('is made of valid patterns', () => {
  for (const [, pattern] of patterns) expect(() => new RegExp(pattern, 'y')).not.toThrow();
});

it('names kinds that a marker can hold', () => {
  expect(kinds.filter((kind) => !/^(?=.{1,40}$)[a-z0-9]+(?:-[a-z0-9]+)*$/.test(kind))).toEqual([]);
});

it('begins with literals that the scanner can find', () => {
  expect(literals.filter((literal) => !/^[\x21-\x7e]{2,}$/.test(literal))).toEqual([]);
});
